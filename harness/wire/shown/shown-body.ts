import { jsonIn } from './json-in.ts'
import { isSecretName, maskFields } from './mask-fields.ts'
import { bodyTextOf } from './readings.ts'
import { count, wholeOrLength } from './shortened.ts'

/** Longest body shown, in characters. */
export const bodyLimit = 4000
/** Longer JSON is not parsed for display, and of any longer body only this many bytes are shown. */
export const readLimit = 256 * 1024
const textLimit = 600
const shownItems = 10
const deepest = 8

/**
 * Returns what a report shows of a response body: JSON without long, deep or numerous values, a page's title, or a short
 * text. Each text is shown whole or not at all, because too little of a cut secret may be left to find it. Masks the values
 * of fields with secret names, but not yet the known secrets.
 * @param limit how many characters are shown; approximate for JSON
 */
export function shownBody(bytes: Uint8Array | string, contentType = '', limit = bodyLimit): string {
  const length = bytes.length
  const text = typeof bytes === 'string' ? bytes : bodyTextOf(bytes.subarray(0, readLimit))
  if (text.trim() === '') return ''
  if (length <= readLimit) {
    const json = jsonIn(text)
    if (json !== undefined) return JSON.stringify(shownValue(json, { left: limit }, 0))
  }
  if (/html/i.test(contentType) || /^\s{0,99}<(?:!doctype|html)\b/i.test(text))
    return page(text, Math.max(length, text.length) > readLimit ? length : text.length)
  const isWhole = length <= readLimit && text.length <= Math.min(limit, textLimit)
  if (/[^\P{Cc}\n\r\t]|\ufffd/u.test(text.slice(0, textLimit)))
    return `‹${count(length)} characters, not all of them text›`
  return isWhole ? maskFields(text, contentType) : `‹${count(length)} characters›`
}

function page(text: string, length: number): string {
  const start = text.slice(0, readLimit).search(/<title\b/i)
  const [, title = ''] =
    /^[^>]{0,200}>([^<]{0,100})</.exec(start === -1 ? '' : text.slice(start, start + 400)) ?? []
  const titled = title.trim() === '' ? '' : `, title "${title.trim().replace(/\s+/g, ' ')}"`
  return `‹HTML, ${count(length)} characters${titled}›`
}

/** @param room how many characters may still be shown; omitted items are counted */
function shownValue(value: unknown, room: { left: number }, depth: number): unknown {
  if (typeof value === 'string') return shownString(value, room, depth)
  if (typeof value !== 'object' || value === null) {
    room.left -= 8
    return value
  }
  const names = Object.keys(value)
  if (depth === deepest) return `‹${Array.isArray(value) ? 'a list' : 'an object'} of ${count(names.length)}›`
  if (Array.isArray(value)) {
    const shown: unknown[] = []
    for (const item of value) {
      if (shown.length === shownItems || room.left <= 0) break
      shown.push(shownValue(item, room, depth + 1))
    }
    const left = value.length - shown.length
    return left === 0 ? shown : [...shown, `‹${count(left)} more›`]
  }
  if (names.length >= 8 && Object.values(value).every(isLetter))
    return `‹an object of ${count(names.length)}›`
  const shown: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    if (room.left <= 0) {
      shown.push(['…', `‹${count(names.length - shown.length)} more›`])
      break
    }
    room.left -= name.length + 4
    shown.push([wholeOrLength(name, 100), shownMember(name, member, room, depth)])
  }
  return Object.fromEntries(shown)
}

/** If each of many names has a letter or two, they spell a word, which may be a secret. */
const isLetter = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 2

function shownMember(name: string, value: unknown, room: { left: number }, depth: number): unknown {
  const isText = typeof value === 'string' || typeof value === 'number'
  const isCode = /^code$/i.test(name) && /^\d{4,10}$/.test(String(value))
  if (isText && value !== '' && (isSecretName(name) || isCode)) return '***'
  return shownValue(value, room, depth + 1)
}

function shownString(text: string, room: { left: number }, depth: number): string {
  // JSON or a form within a text has named fields too.
  const json = /^\s*[[{"]/.test(text) && depth < deepest ? jsonIn(text) : undefined
  const shown =
    json === undefined
      ? wholeOrLength(text, Math.min(textLimit, Math.max(room.left, 20)), (whole) => maskFields(whole))
      : JSON.stringify(shownValue(json, room, depth + 1))
  room.left -= shown.length + 3
  return shown
}

/**
 * Replaces lists of eight or more numbers in any base: there are too many notations for bytes and code points to decode them
 * all. Only for text that is already masked.
 */
export const withoutNumbers = (text: string): string =>
  text.replace(
    /(?:(?<![\da-z])(?:u\+|0?x|chr\()?[\da-f]{1,8}[^\da-z‹›]{1,4}){7,}(?:u\+|0?x|chr\()?[\da-f]{1,8}(?![\da-z])/gi,
    (list) => `‹${count(list.match(/[\da-f]{1,8}(?![\da-z])/gi)?.length ?? 0)} numbers›`,
  )
