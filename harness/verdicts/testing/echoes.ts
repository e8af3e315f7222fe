import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** Ways in which servers repeat what they were sent. Written for the tests alone; the mask shares no code with them. */
export const encoders: Record<string, (text: string) => string> = {
  plain: (text) => text,
  upper: (text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  'json string': (text) => JSON.stringify(text),
  'json escapes': (text) => each16(text, (code) => `\\u${hex(code, 4)}`),
  'some json escapes': (text) =>
    each16(text, (code, at) =>
      at % 3 === 0 ? `\\u${hex(code, 4).toUpperCase()}` : String.fromCharCode(code),
    ),
  'python repr': (text) =>
    `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`,
  'python bytes': (text) => `b'${asciiOr(text, "\\'", (byte) => `\\x${hex(byte, 2)}`)}'`,
  'go quoted': (text) => `"${eachByte(text, (byte) => `\\x${hex(byte, 2)}`)}"`,
  octal: (text) => eachByte(text, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  'es6 escapes': (text) =>
    [...text].map((character) => `\\u{${character.codePointAt(0)!.toString(16)}}`).join(''),
  'go template': (text) =>
    html(text, { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;', '+': '&#43;' }),
  handlebars: (text) =>
    html(text, {
      '&': '&amp;',
      '<': '&lt;',
      '>': '&gt;',
      '"': '&quot;',
      "'": '&#x27;',
      '`': '&#x60;',
      '=': '&#x3D;',
    }),
  php: (text) =>
    html(text, {
      '&': '&amp;',
      '<': '&lt;',
      '>': '&gt;',
      '"': '&quot;',
      "'": '&#039;',
      ü: '&uuml;',
      é: '&eacute;',
      '€': '&euro;',
    }),
  'numeric entities': (text) => [...text].map((character) => `&#${character.codePointAt(0)};`).join(''),
  'hex entities': (text) =>
    [...text].map((character) => `&#x${character.codePointAt(0)!.toString(16)};`).join(''),
  percent: (text) => encodeURIComponent(text),
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
  'percent of every byte': (text) => eachByte(text, (byte) => `%${hex(byte, 2)}`),
  hex: (text) => Buffer.from(text).toString('hex'),
  'HEX with spaces': (text) => eachByte(text, (byte) => hex(byte, 2).toUpperCase(), ' '),
  'hex with colons': (text) => eachByte(text, (byte) => hex(byte, 2), ':'),
  'hex with 0x': (text) => eachByte(text, (byte) => `0x${hex(byte, 2)}`, ','),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 behind one': (text) => Buffer.from(`a${text}!`).toString('base64'),
  'base64 behind two': (text) => Buffer.from(`u:${text}`).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in lines': (text) => Buffer.from(text).toString('base64').replace(/.{16}/g, '$&\r\n'),
  base32,
  'base32 in lower case': (text) => base32(text).toLowerCase(),
  'quoted-printable': (text) => asciiOr(text, '=', (byte) => `=${hex(byte, 2).toUpperCase()}`),
  'quoted-printable in lines': (text) =>
    eachByte(text, (byte, at) => `=${hex(byte, 2).toUpperCase()}${at % 10 === 9 ? '=\r\n' : ''}`),
  'latin-1 of utf-8': (text) => Buffer.from(text).toString('latin1'),
  'utf-16 as bytes': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  'base64 of utf-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'go bytes': (text) => `[${bytes(text).join(' ')}]`,
  'java bytes': (text) => bytes(text).join(', '),
  'node buffer': (text) => JSON.stringify(Buffer.from(text)),
  'code points': (text) =>
    [...text].map((character) => `U+${hex(character.codePointAt(0) ?? 0, 4).toUpperCase()}`).join(' '),
  'chr calls': (text) => [...text].map((character) => `chr(${character.codePointAt(0)})`).join('.'),
  'search hit': (text) => `<em>${text.slice(0, 5)}</em>${text.slice(5, 9)}<em>${text.slice(9)}</em>`,
  'groups of four': (text) => text.replace(/.{4}/gsu, '$& '),
}

/**
 * Encodings that the mask does not know and need not know, because their output does not look like words. If it does by
 * chance, it may be shown.
 */
export const strangeEncoders: Record<string, (text: string) => string> = {
  ascii85,
  z85: (text) => [...ascii85(text)].map((letter) => z85Digits[(letter.codePointAt(0) ?? 33) - 33]).join(''),
  uuencode,
  base58: (text) => inBase(text, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'),
  base36: (text) => inBase(text, '0123456789abcdefghijklmnopqrstuvwxyz'),
  'base64 of gzip': (text) => gzipSync(text).toString('base64'),
  rot47: (text) =>
    text.replace(/[!-~]/g, (letter) => String.fromCodePoint((((letter.codePointAt(0) ?? 0) + 14) % 94) + 33)),
  'one more': (text) => String.fromCodePoint(...bytes(text).map((byte) => byte + 1)),
  'each letter twice': (text) => text.replace(/./gsu, '$&$&'),
  'reversed in groups of three': (text) => [...text].toReversed().join('').replace(/.{3}/gsu, '$& '),
  braille: (text) => String.fromCodePoint(...bytes(text).map((byte) => 0x2800 + byte)),
  'invisible tags': (text) => String.fromCodePoint(...bytes(text).map((byte) => 0xe0000 + byte)),
  'capitals for small letters': (text) =>
    text.replace(/[a-z]+|[A-Z]+/g, (run) => (/[a-z]/.test(run) ? run.toUpperCase() : run.toLowerCase())),
}

function ascii85(text: string): string {
  const all = bytes(text)
  let written = ''
  for (let at = 0; at < all.length; at += 4) {
    const four = [0, 1, 2, 3].map((nth) => all[at + nth] ?? 0)
    let value = four.reduce((sum, byte) => sum * 256 + byte, 0)
    let digits = ''
    for (let nth = 0; nth < 5; nth++) {
      digits = String.fromCodePoint(33 + (value % 85)) + digits
      value = Math.floor(value / 85)
    }
    written += digits.slice(0, Math.min(4, all.length - at) + 1)
  }
  return written
}

const z85Digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#'

function uuencode(text: string): string {
  const bits = eachByte(text, (byte) => byte.toString(2).padStart(8, '0'))
  const digits = bits.match(/.{1,6}/g) ?? []
  return digits
    .map((six) => String.fromCodePoint(32 + (Number.parseInt(six.padEnd(6, '0'), 2) || 64)))
    .join('')
}

function inBase(text: string, digits: string): string {
  let left = BigInt(`0x${Buffer.from(text).toString('hex')}`)
  let written = ''
  for (const base = BigInt(digits.length); left > 0n; left /= base)
    written = digits[Number(left % base)] + written
  return written
}

const bytes = (text: string) => [...Buffer.from(text)]
const eachByte = (text: string, write: (byte: number, at: number) => string, between = '') =>
  bytes(text).map(write).join(between)
/** Escapes what is not printable ASCII, and these characters. */
const asciiOr = (text: string, also: string, escape: (byte: number) => string) =>
  eachByte(text, (byte) => {
    const character = String.fromCharCode(byte)
    return byte >= 32 && byte <= 126 && !also.includes(character) ? character : escape(byte)
  })
const hex = (number: number, width: number) => number.toString(16).padStart(width, '0')
const each16 = (text: string, write: (code: number, at: number) => string) =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at), at)).join('')
const html = (text: string, entities: Record<string, string>) =>
  [...text].map((character) => entities[character] ?? character).join('')

function base32(text: string): string {
  const bits = eachByte(text, (byte) => byte.toString(2).padStart(8, '0'))
  const digits = bits.match(/.{1,5}/g) ?? []
  return digits
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** Creates a seeded random function; each call returns a number below the limit. */
export function createDice(seed: string): (limit: number) => number {
  let count = 0
  return (limit) => createHmac('sha256', seed).update(String(count++)).digest().readUInt32BE() % limit
}

/** True if the text contains more than half of the echo, in one piece. */
export function holdsEcho(text: string, echo: string): boolean {
  const length = Math.ceil(echo.length * 0.55)
  // More than half of the echo contains one of these pieces whole, and searching for them is much faster.
  const quarter = Math.ceil(length / 3)
  const starts = Array.from({ length: Math.ceil(echo.length / quarter) }, (_, nth) => nth * quarter)
  if (!starts.some((at) => text.includes(echo.slice(at, at + quarter)))) return false
  for (let at = 0; at + length <= echo.length; at++)
    if (text.includes(echo.slice(at, at + length))) return true
  return false
}
