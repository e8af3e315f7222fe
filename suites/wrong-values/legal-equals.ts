/**
 * Tells whether a server that keeps to the specification could take a text for the valid one. Texts that differ in letter
 * case, accents, outer white space or Unicode normal form may be the same to a database; base64 that decodes to the same
 * bytes, and other spellings of a UUID, may be the same to a parser. Such a text isn't wrong. If in doubt, the texts
 * count as equal: then nothing is sent, and nothing is judged.
 */

/** Tokens, private tokens, cookies, seeds, key IDs. */
export function isSameText(text: string, valid: string): boolean {
  return (
    folded(text) === folded(valid) ||
    isSameUuid(text, valid) ||
    isSameNumber(text, valid) ||
    isSameBase64(text, valid)
  )
}

/** Usernames: ignores also the characters that a database doesn't compare, and a domain, which a directory may ignore. */
export function isSameName(text: string, valid: string): boolean {
  const known = withoutDomain(valid)
  return withoutDomain(text).some((name) => known.includes(name))
}

/** The names that `ada@domain` or `DOMAIN\ada` may mean: a server may ignore either domain, both or none. */
function withoutDomain(name: string): string[] {
  const either = [/^.*\\/s, /@.*$/s, /^.*\\|@.*$/gs].map((domain) => name.replace(domain, ''))
  return [name, ...either].map(folded).filter((one) => one !== '')
}

/** bcrypt hashes no bytes beyond these. */
const hashedBytes = 72

/**
 * Passwords: letter case counts. Zero bytes at the end don't: hashes that begin with an HMAC (PBKDF2, scrypt) pad the
 * password with them.
 */
export function isSamePassword(text: string, valid: string): boolean {
  const bare = (value: string) =>
    Buffer.from(value.normalize('NFKC').trim().replace(/\0+$/, '').trim())
      .subarray(0, hashedBytes)
      .toString('latin1')
  return bare(text) === bare(valid)
}

/** Makes a wrong password from a valid one by adding text after it, or before it if the hash ignores the end. */
export function wrongPassword(valid: string, more: string): string {
  const longer = `${valid}-${more}`
  return isSamePassword(longer, valid) ? `${more}-${valid}` : longer
}

/** Key secrets: an HMAC pads its key with zero bytes. */
export const isSameKeySecret = (text: string, valid: string): boolean =>
  text.trim().replace(/\0+$/, '') === valid.trim().replace(/\0+$/, '')

/** One-time codes: with spaces, other digits, or without leading zeros they are the same number. */
export function isSameCode(text: string, valid: string): boolean {
  const bare = text.normalize('NFKC').replaceAll(/[\s_\p{Cf}\p{Cc}-]/gu, '')
  const digits = bare.replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
  return digits !== '' && Number(digits) === Number(valid)
}

/** Signatures: the bytes count. */
export const isSameSignature = (text: string, valid: string): boolean => isSameBase64(text, valid)

/** Removes case, accents, control and formatting characters, and outer white space; ß becomes ss. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cc}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .trim()
}

function isSameUuid(text: string, valid: string): boolean {
  const hex = (value: string) =>
    value
      .toLowerCase()
      .replace(/^urn:uuid:/, '')
      .replaceAll(/[{}-]/g, '')
  return /^[\da-f]{32}$/.test(hex(valid)) && hex(text) === hex(valid)
}

const isSameNumber = (text: string, valid: string): boolean =>
  /^\d+$/.test(valid) && text.trim() !== '' && Number(text) === Number(valid)

/**
 * Compares the whole text, and texts in several parts (JWT) part by part. Many decoders, Python's among them, ignore marks that
 * are not in their alphabet, and padding in the middle.
 */
function isSameBase64(text: string, valid: string): boolean {
  const bytes = (value: string) => Buffer.from(value, 'base64').toString('latin1')
  const readings = [
    bytes,
    (value: string) => value.split('.').map(bytes).join('.'),
    (value: string) => bytes(value.replaceAll(/[^A-Za-z\d+/]/g, '')),
    (value: string) => bytes(value.replaceAll(/[^\w-]/g, '')),
  ]
  return readings.some((read) => read(text) === read(valid))
}

function digitValue(digit: string): number {
  if (/^\d$/.test(digit)) return Number(digit)
  // The digits of every script come in runs of ten, in order; the zero is the first of its run.
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (first > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}
