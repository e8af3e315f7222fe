import { createHmac, randomBytes } from 'node:crypto'
import { count } from './shortened.ts'

/** Longest URL, header field or sentence about an answer that a report shows in full, in characters. */
export const textLimit = 1000
/** Most header fields of a message that a report shows, and most characters in all of them together. */
const mostFields = 50
const fieldsLimit = 8000

/** Keyed, so that nobody can confirm a guess at hidden content. Digests are only compared within one report. */
const key = randomBytes(32)

/**
 * Returns a text that is not masked yet, or its length and digest if it is too long. Equal digests in one report mean equal
 * texts.
 */
export const wholeOrDigest = (text: string, limit = textLimit): string =>
  text.length > limit ? `‹${measured(text)}›` : text

/** True if the text contains a placeholder for a longer one, so it is not what was sent. */
export const isCut = (text: string): boolean => /‹[\d,]+ [^‹›]{1,60}, digest [\da-f]{8}›/.test(text)

/**
 * Returns as many of the first fields as a report shows, each in full or as its length, and then the number of the other
 * fields.
 */
export function cutFields(fields: readonly (readonly [name: string, value: string])[]): [string, string][] {
  const shown = fields.map(([name, value]): [string, string] => [wholeOrDigest(name), wholeOrDigest(value)])
  let left = fieldsLimit
  const end = shown.findIndex(([name, value], index) => {
    left -= name.length + value.length
    return index >= mostFields || left < 0
  })
  if (end === -1) return shown
  const others = fields.slice(end)
  const text = others.map(([name, value]) => `${name}: ${value}`).join('\n')
  return [...shown.slice(0, end), ['…', `‹${count(others.length)} more fields, ${measured(text)}›`]]
}

/** Returns a digest. Equal digests in one report mean equal contents. */
export const digestOf = (content: string | Uint8Array): string =>
  createHmac('sha256', key).update(content).digest('hex').slice(0, 8)

const measured = (text: string): string => `${count(text.length)} characters, digest ${digestOf(text)}`
