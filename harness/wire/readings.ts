import { decodeHTML } from 'entities'
import { jsonTokens } from './json-tokens.ts'

/** Length from which on a secret is looked for: shorter ones are masked at their field only. */
export const shortest = 8

/**
 * The text as it is, and every way in which it can be read: each decoding, of what another decoding gave too. A secret may
 * be written in more ways than can be listed; so they are read, not written.
 * @returns undefined where there is no end of readings within reason: such a text is not to be shown
 */
export function readingsOf(text: string): readonly string[] | undefined {
  const readings = new Set([text])
  let left = 24 * text.length + 20_000
  // A set hands out what is added while it is gone through.
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

/** Lists of characters, and a secret in pieces. One long word, in which everything could be encoded: it is read no further. */
export const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** The readings of a text of any length: what a format escapes, and what a server escaped before. */
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
  // Alone, as they may stand within another escape.
  (text) => [text.replace(/\\u([\da-f]{4})/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))],
  withoutEntities,
  withoutPercents,
  quotedPrintable,
  inHex,
  inBase64,
  inBase32,
  // Bytes of UTF-8 that were read as Latin-1, as header fields are, or as Windows-1252, as pages are.
  (text) => [text.replace(high, (run) => text8(Uint8Array.from(run, byteOf)))],
  // UTF-16 likewise.
  (text) => (text.includes('\0') ? textsOf(Buffer.from(text, 'latin1')) : []),
  (text) => (/[^\0-\x7f]/.test(text) ? [text.normalize('NFKC')] : []),
  inNumbers,
  (text) => (text.includes('<') ? [text.replace(/<[^<>]{1,99}>/g, '')] : []),
  // UTF-16 read as bytes, groups of four, MAC-like hexadecimal, broken lines.
  (text) => [text.replace(separators, '')],
]

/** What may stand between the characters of a secret without changing it. */
export const separators = /[\0\s:_-]+/g

/** JSON, JavaScript, Python, Go and C: `\u00fc`, `\u{fc}`, `\U000000fc`, `\xfc`, `\374`, `\n`, `\"`. */
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
  // Which HTML forbids; UTF-16 is full of them.
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

/** An equals sign that begins no byte ends a line, even where a server took the line break out. */
function quotedPrintable(text: string): string[] {
  if (!/=(?:[\da-f]{2}|\r?\n)/i.test(text)) return []
  return [
    text
      .replace(/=(?:\r?\n|(?![\da-f]{2}))/gi, '')
      .replace(/(?:=[\da-f]{2})+/gi, (bytes) => text8(Buffer.from(bytes.replaceAll('=', ''), 'hex'))),
  ]
}

/** In runs of digits, which may begin in the middle of a byte. What separates them is gone in another reading. */
function inHex(text: string): string[] {
  const runs = text.match(/(?:(?:0x|\\x)?[\da-f]{2}[,;]?){8,}[\da-f]?/gi) ?? []
  return runs.flatMap((run) => {
    const digits = run.replaceAll(/0x|[^\da-f]/gi, '')
    return [0, 1].flatMap((from) => textsOf(Buffer.from(digits.slice(from), 'hex')))
  })
}

/** What stands before shifts a secret within its groups of three bytes. */
function inBase64(text: string): string[] {
  const runs = text.match(/[\w+/-]{11,}/g) ?? []
  return runs.flatMap((run) =>
    [0, 1, 2, 3].flatMap((from) => textsOf(Buffer.from(run.slice(from), 'base64'))),
  )
}

const base32Digits = 'abcdefghijklmnopqrstuvwxyz234567'

function inBase32(text: string): string[] {
  const runs = text.match(/[a-z2-7]{13,}/gi) ?? []
  return runs.flatMap((run) =>
    Array.from({ length: 8 }, (_, from) => textsOf(base32(run.slice(from)))).flat(),
  )
}

function base32(run: string): Buffer {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const digit of run.toLowerCase()) {
    held = ((held << 5) | base32Digits.indexOf(digit)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  return Buffer.from(bytes)
}

/** Bytes or code points as numbers, eight and more with the same between them: `[99 111]`, `99, 111`, `U+0063 U+006F`. */
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

/** The values of JSON members, which together may be a secret in pieces. */
function withoutNames(text: string): string[] {
  if (!text.includes('":')) return []
  const tokens = jsonTokens(text)
  return [tokens.filter((_, index) => !(tokens[index + 1] ?? '').startsWith(':')).join('')]
}

/** Of each base, what stands alone as one character. */
const numbers = [
  [10, /(?<!\d)\d{2,6}(?!\d)/g],
  [16, /(?<![\da-f])[\da-f]{2,6}(?![\da-f])/gi],
  [8, /(?<!\d)[0-7]{2,4}(?!\d)/g],
  [2, /(?<!\d)[01]{7,8}(?!\d)/g],
] as const

const utf8 = new TextDecoder()
const windows1252 = new TextDecoder('windows-1252')
/** What Windows-1252 makes of the bytes from 0x80 to 0x9f; decoders differ. */
const controls1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const high = /[\x80-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2,}/g
function byteOf(character: string): number {
  const at = controls1252.indexOf(character)
  return at === -1 ? character.charCodeAt(0) : 0x80 + at
}
const utf16le = new TextDecoder('utf-16le')
const utf16be = new TextDecoder('utf-16be')

/** Bytes as text: UTF-8, or else Latin-1; UTF-16 as well where it may be that. */
function textsOf(bytes: Uint8Array): string[] {
  const texts = [utf8.decode(bytes)]
  if (texts[0]?.includes('\ufffd')) texts.push(windows1252.decode(bytes))
  if (bytes.includes(0))
    texts.push(...[utf16le, utf16be].flatMap((one) => [one.decode(bytes), one.decode(bytes.subarray(1))]))
  // Controls from 0x80 on are what Latin-1 makes of UTF-8.
  return texts.filter((text) => readable.test(text.replaceAll('\0', '').replace(/[\x80-\x9f]/g, 'x')))
}

/** Chance makes few texts in which so much can be read. */
const readable = /[^\p{Cc}\ufffd]{8}/u

function text8(bytes: Uint8Array): string {
  const text = utf8.decode(bytes)
  return text.includes('\ufffd') ? windows1252.decode(bytes) : text
}

/**
 * The bytes of a body as text: UTF-8, else UTF-16 where every other byte is zero, else Latin-1. A secret of which some
 * characters were lost could not be found.
 */
export function bodyTextOf(bytes: Uint8Array): string {
  const text = utf8.decode(bytes)
  const head = bytes.subarray(0, 1000)
  const isWide = head.length > 3 && head.filter((byte) => byte === 0).length * 4 > head.length
  if (isWide) return (head[0] === 0 || head[0] === 0xfe ? utf16be : utf16le).decode(bytes)
  return text.includes('\ufffd') ? windows1252.decode(bytes) : text
}
