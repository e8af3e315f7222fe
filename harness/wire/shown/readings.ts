import { decodeHTML } from 'entities'
import { decodeBase32 } from '../decode-base32.ts'
import { jsonTokens } from './json-tokens.ts'

/** Shortest secret that is searched for, in characters; shorter ones are masked only in their fields. */
export const shortest = 8

/**
 * Returns the text itself and every way to read it: each decoding, also of the results of other decodings. There are too
 * many ways to encode a secret to list them all, so we decode the text instead of encoding the secrets.
 * @returns undefined if the readings exceed a reasonable limit: such a text must not be shown
 */
export function readingsOf(text: string): readonly string[] | undefined {
  const readings = new Set([text])
  let left = 24 * text.length + 20_000
  // A set also iterates over what is added during the iteration.
  for (const one of readings)
    for (const decode of decoders)
      for (const reading of decode(one)) {
        if (reading.length < shortest || readings.has(reading)) continue
        left -= reading.length
        if (left < 0) return undefined
        readings.add(reading)
      }
  return [...readings, ...[...readings, ...withoutNames(text)].map(lettersAndDigits)]
}

/**
 * Joins lists of characters, and secrets in pieces, into one long word. Anything could be encoded in it, so it is not
 * decoded further.
 */
export const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** Yields the readings of a text of any length: what a format escapes, and what a server had escaped before. */
export function* escapesRead(text: string): Generator<string> {
  yield text
  for (const decode of [withoutBackslashes, withoutEntities, withoutPercents])
    for (const once of decode(text)) {
      yield once
      yield* decode(once)
    }
}

type Decoder = (text: string) => readonly string[]

const decoders: Decoder[] = [
  withoutBackslashes,
  // Separate, because these may occur within another escape.
  (text) => [text.replace(/\\u([\da-f]{4})/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))],
  withoutEntities,
  withoutPercents,
  quotedPrintable,
  inHex,
  inBase64,
  inBase32,
  // UTF-8 that was read as Latin-1 (as header fields are) or as Windows-1252 (as pages are).
  (text) => [text.replace(high, (run) => text8(Uint8Array.from(run, byteOf)))],
  // The same for UTF-16.
  (text) => (text.includes('\0') ? textsOf(Buffer.from(text, 'latin1')) : []),
  (text) => (/[^\0-\x7f]/.test(text) ? [text.normalize('NFKC')] : []),
  inNumbers,
  (text) => (text.includes('<') ? [text.replace(/<[^<>]{1,99}>/g, '')] : []),
  // UTF-16 read as bytes, groups of four, hexadecimal like a MAC address, broken lines.
  (text) => [text.replace(separators, '')],
]

/** Characters that may separate those of a secret without changing it. */
export const separators = /[\0\s:_-]+/g

/**
 * Undoes the escapes of JSON, JavaScript, Python, Go and C: `\u00fc`, `\u{fc}`, `\U000000fc`, `\xfc`, `\374`, `\n`, `\"`.
 */
function withoutBackslashes(text: string): string[] {
  if (!text.includes('\\')) return []
  return [
    text.replace(
      /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|U([\da-f]{8})|x([\da-f]{2})|([0-3]?[0-7]{2})|([^]))/gi,
      (
        _,
        braces?: string,
        four?: string,
        eight?: string,
        two?: string,
        octal?: string,
        letter: string = '',
      ) => {
        if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
        const hex = braces ?? four ?? eight ?? two
        return hex === undefined ? (controls[letter] ?? letter) : character(Number.parseInt(hex, 16))
      },
    ),
  ]
}

const controls: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '\n': '' }
const character = (code: number) => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\ufffd')

function withoutEntities(text: string): string[] {
  if (!text.includes('&')) return []
  // HTML forbids these, but UTF-16 is full of them.
  return [decodeHTML(text.replace(/&#(?:0{1,9}|x0{1,9});/gi, '\0'))]
}

function withoutPercents(text: string): string[] {
  const plain = (run: string) =>
    run
      .replace(/%u([\da-f]{4})/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
      .replace(/(?:%[\da-f]{2})+/gi, (bytes) => text8(Buffer.from(bytes.replaceAll('%', ''), 'hex')))
  if (!/%[\da-f]{2}|%u/i.test(text)) return text.includes('+') ? [text.replaceAll('+', ' ')] : []
  return [plain(text), plain(text.replaceAll('+', ' '))]
}

/** An equals sign that starts no byte ends a line, even if a server removed the line break. */
function quotedPrintable(text: string): string[] {
  if (!/=(?:[\da-f]{2}|\r?\n)/i.test(text)) return []
  return [
    text
      .replace(/=(?:\r?\n|(?![\da-f]{2}))/gi, '')
      .replace(/(?:=[\da-f]{2})+/gi, (bytes) => text8(Buffer.from(bytes.replaceAll('=', ''), 'hex'))),
  ]
}

/** Decodes runs of hex digits, which may start in the middle of a byte. Another reading removes what separates them. */
function inHex(text: string): string[] {
  const runs = text.match(/(?:(?:0x|\\x)?[\da-f]{2}[,;]?)+[\da-f]?/gi) ?? []
  return runs.flatMap((run) => {
    const digits = run.replaceAll(/0x|[^\da-f]/gi, '')
    if (digits.length < 16) return []
    return [0, 1].flatMap((from) => textsOf(Buffer.from(digits.slice(from), 'hex')))
  })
}

/** Tries every offset, because preceding text shifts a secret within its groups of three bytes. */
function inBase64(text: string): string[] {
  const runs = text.match(/[\w+/-]{11,}/g) ?? []
  return runs.flatMap((run) =>
    [0, 1, 2, 3].flatMap((from) => textsOf(Buffer.from(run.slice(from), 'base64'))),
  )
}

function inBase32(text: string): string[] {
  const runs = text.match(/[a-z2-7]{13,}/gi) ?? []
  return runs.flatMap((run) =>
    Array.from({ length: 8 }, (_, from) => textsOf(decodeBase32(run.slice(from)))).flat(),
  )
}

/** Decodes eight or more bytes or code points as numbers with equal separators: `[99 111]`, `99, 111`, `U+0063 U+006F`. */
function inNumbers(text: string): string[] {
  return numbers.flatMap(([base, digits]) => {
    let run: string[] = []
    const runs = [run]
    let between = ''
    let end = 0
    for (const { 0: number, index } of text.matchAll(digits)) {
      const before = text.slice(end, index)
      const code = Number.parseInt(number, base)
      if (run.length > 1 && before !== between) run = startRun(run.slice(-1))
      if (code < 32) run = startRun([])
      else run.push(character(code))
      between = before
      end = index + number.length
    }
    return runs.filter(({ length }) => length >= shortest).map((one) => one.join(''))

    function startRun(first: string[]): string[] {
      runs.push(first)
      return first
    }
  })
}

/** Joins the values of JSON members, which together may be a secret in pieces. */
function withoutNames(text: string): string[] {
  if (!text.includes('":')) return []
  const tokens = jsonTokens(text)
  return [tokens.filter((_, index) => !(tokens[index + 1] ?? '').startsWith(':')).join('')]
}

/** For each base, the numbers that can represent a single character. */
const numbers = [
  [10, /(?<!\d)\d{2,6}(?!\d)/g],
  [16, /(?<![\da-f])[\da-f]{2,6}(?![\da-f])/gi],
  [8, /(?<!\d)[0-7]{2,4}(?!\d)/g],
  [2, /(?<!\d)[01]{7,8}(?!\d)/g],
] as const

const utf8 = new TextDecoder()
const windows1252 = new TextDecoder('windows-1252')
/** The characters that Windows-1252 assigns to the bytes from 0x80 to 0x9f; decoders differ. */
const controls1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const high = /[\x80-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2,}/g
function byteOf(character: string): number {
  const at = controls1252.indexOf(character)
  return at === -1 ? character.charCodeAt(0) : 0x80 + at
}
const utf16le = new TextDecoder('utf-16le')
const utf16be = new TextDecoder('utf-16be')

/** Decodes bytes as UTF-8, or else Latin-1; also as UTF-16 if they may be that. */
function textsOf(bytes: Uint8Array): string[] {
  const texts = [utf8.decode(bytes)]
  if (texts[0]?.includes('\ufffd')) texts.push(windows1252.decode(bytes))
  if (bytes.includes(0))
    texts.push(...[utf16le, utf16be].flatMap((one) => [one.decode(bytes), one.decode(bytes.subarray(1))]))
  // Control characters from 0x80 on result from reading UTF-8 as Latin-1.
  return texts.filter((text) => readable.test(text.replaceAll('\0', '').replace(/[\x80-\x9f]/g, 'x')))
}

/** Random bytes rarely produce this many readable characters in a row. */
const readable = /[^\p{Cc}\ufffd]{8}/u

function text8(bytes: Uint8Array): string {
  const text = utf8.decode(bytes)
  return text.includes('\ufffd') ? windows1252.decode(bytes) : text
}

/**
 * Decodes the bytes of a body as UTF-8, as UTF-16 if every second byte is zero, or else as Latin-1. If characters of a
 * secret were lost, it could not be found.
 */
export function bodyTextOf(bytes: Uint8Array): string {
  const text = utf8.decode(bytes)
  const head = bytes.subarray(0, 1000)
  const isWide = head.length > 3 && head.filter((byte) => byte === 0).length * 4 > head.length
  if (isWide) return (head[0] === 0 || head[0] === 0xfe ? utf16be : utf16le).decode(bytes)
  return text.includes('\ufffd') ? windows1252.decode(bytes) : text
}
