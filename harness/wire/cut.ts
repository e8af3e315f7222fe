import { createHmac, randomBytes } from 'node:crypto'
import { count } from './shortened.ts'

/** Longest URL, header field or sentence about an answer that a report shows, in characters. */
export const textLimit = 1000
/** Header fields of a message, and characters in all of them, that a report shows. */
const mostFields = 50
const fieldsLimit = 8000

/** So that nobody can guess at what is not shown: digests are compared within one report. */
const key = randomBytes(32)

/**
 * A text that is not masked yet: whole, or where it is too long its length and a digest. Equal digests in one report are
 * equal texts.
 */
export const wholeOrDigest = (text: string, limit = textLimit): string =>
  text.length > limit ? `‹${measured(text)}›` : text

/** True where a text stands for a longer one: it is not what was sent. */
export const isCut = (text: string): boolean => /‹[\d,]+ [^‹›]{1,60}, digest [\da-f]{8}›/.test(text)

/** The first fields, as many as a report shows, each whole or its length; and instead of the others how many there are. */
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

/** Equal digests in one report are equal texts. */
export const digestOf = (content: string | Uint8Array): string =>
  createHmac('sha256', key).update(content).digest('hex').slice(0, 8)

const measured = (text: string): string => `${count(text.length)} characters, digest ${digestOf(text)}`
