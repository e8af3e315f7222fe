/**
 * Whether a text could be an equal of the valid one for a server that keeps to the specification. What differs in
 * letter case, accents, outer white space or Unicode normal form may be the same to a database; base64 that decodes to
 * the same bytes and other spellings of a UUID may be the same to a parser. Such a text is no wrong one. In doubt it is
 * an equal: then nothing is sent, and nothing is judged.
 */

/** Tokens, private tokens, cookies, seeds, key IDs. */
export function isSameText(text: string, right: string): boolean {
  return (
    folded(text) === folded(right) ||
    isSameUuid(text, right) ||
    isSameNumber(text, right) ||
    isSameBase64(text, right)
  )
}

/** Usernames: also without the characters that a database does not compare. */
export const isSameName = (text: string, right: string): boolean => folded(text) === folded(right)

/** Bytes beyond these are not hashed by bcrypt. */
const hashedBytes = 72

/**
 * Passwords: letter case counts. Zero bytes at the end do not: hashes that begin with an HMAC (PBKDF2, scrypt) fill up
 * the password with them.
 */
export function isSamePassword(text: string, right: string): boolean {
  const bare = (value: string) =>
    Buffer.from(value.normalize('NFKC').trim().replace(/\0+$/, '').trim())
      .subarray(0, hashedBytes)
      .toString('latin1')
  return bare(text) === bare(right)
}

/** A wrong password made from a valid one, with more after it, or before it if the end is not hashed. */
export function wrongPassword(right: string, more: string): string {
  const longer = `${right}-${more}`
  return isSamePassword(longer, right) ? `${more}-${right}` : longer
}

/** Secrets of keys: an HMAC fills up its key with zero bytes. */
export const isSameKeySecret = (text: string, right: string): boolean =>
  text.trim().replace(/\0+$/, '') === right.trim().replace(/\0+$/, '')

/** One-time codes: with spaces, other digits, or without leading zeros they are the same number. */
export function isSameCode(text: string, right: string): boolean {
  const bare = text.normalize('NFKC').replaceAll(/[\s_\p{Cf}\p{Cc}-]/gu, '')
  const digits = bare.replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
  return digits !== '' && Number(digits) === Number(right)
}

/** Signatures: the bytes count. */
export const isSameSignature = (text: string, right: string): boolean => isSameBase64(text, right)

/** Without case, accents, control and formatting characters, and outer white space; ß as ss. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cc}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .trim()
}

function isSameUuid(text: string, right: string): boolean {
  const hex = (value: string) =>
    value
      .toLowerCase()
      .replace(/^urn:uuid:/, '')
      .replaceAll(/[{}-]/g, '')
  return /^[\da-f]{32}$/.test(hex(right)) && hex(text) === hex(right)
}

const isSameNumber = (text: string, right: string): boolean =>
  /^\d+$/.test(right) && text.trim() !== '' && Number(text) === Number(right)

/** As a whole, and part by part for texts in parts (JWT). */
function isSameBase64(text: string, right: string): boolean {
  const bytes = (value: string) => Buffer.from(value, 'base64').toString('latin1')
  const parts = (value: string) => value.split('.').map(bytes).join('.')
  return bytes(text) === bytes(right) || parts(text) === parts(right)
}

function digitValue(digit: string): number {
  if (/^\d$/.test(digit)) return Number(digit)
  // The digits of every script come in tens, in order: the zero is the first of its run.
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (first > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}
