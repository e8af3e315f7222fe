/** Encodings in which servers repeat what they were sent. The mask shares no code with them. */
export const encodings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'JSON in JSON in JSON': (text) => JSON.stringify(JSON.stringify({ at: JSON.stringify(text) })),
  'JSON escapes': (text) => units(text, (code) => `\\u${hex(code, 4)}`),
  'named entities': (text) => text.replace(/[&<>"'=+]/g, (letter) => named[letter] ?? letter),
  'decimal entities': (text) => points(text, (code) => `&#${code};`),
  'hexadecimal entities': (text) => points(text, (code) => `&#x${code.toString(16)};`),
  'Python text': (text) =>
    `u'${points(text, (code) => (code < 127 ? String.fromCodePoint(code) : `\\x${hex(code, 2)}`))}'`,
  'Python bytes': (text) =>
    `b'${bytes(text, (byte) => (byte > 126 ? `\\x${hex(byte, 2)}` : String.fromCharCode(byte)))}'`,
  'Go bytes': (text) => bytes(text, (byte) => `\\x${hex(byte, 2)}`),
  percent: (text) => encodeURIComponent(text),
  'percent of every byte': (text) => bytes(text, (byte) => `%${hex(byte, 2)}`),
  'percent twice': (text) => bytes(text, (byte) => `%25${hex(byte, 2)}`),
  'a form': (text) => new URLSearchParams({ '': text }).toString().slice(1),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex with spaces': (text) => bytes(text, (byte) => `${hex(byte, 2)} `),
  'hex with colons': (text) => bytes(text, (byte) => `${hex(byte, 2)}:`),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 behind a name': (text) => Buffer.from(`u:${text}`).toString('base64'),
  'base64 of base64': (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'UTF-16 as bytes': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  'Latin-1 of UTF-8': (text) => Buffer.from(text).toString('latin1'),
  base32,
  'quoted-printable': (text) => bytes(text, (byte) => `=${hex(byte, 2).toUpperCase()}`),
  'groups of four': (text) => text.replace(/.{4}/gsu, '$& '),
  'lower case': (text) => text.toLowerCase(),
}

const named: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
  '=': '&#x3D;',
  '+': '&#43;',
}

const hex = (number: number, width: number) => number.toString(16).padStart(width, '0')
const bytes = (text: string, write: (byte: number) => string) => [...Buffer.from(text)].map(write).join('')
const points = (text: string, write: (code: number) => string) =>
  [...text].map((letter) => write(letter.codePointAt(0) ?? 0)).join('')
const units = (text: string, write: (code: number) => string) =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join('')

function base32(text: string): string {
  const bits = bytes(text, (byte) => byte.toString(2).padStart(8, '0'))
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)])
    .join('')
}
