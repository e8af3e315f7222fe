import { createHash, createHmac } from 'node:crypto'
import { injection } from './injection.ts'
import { otherCase } from './near-misses.ts'

/**
 * Values that a careless comparison takes for the valid text: patterns of SQL, file names and regular expressions, and
 * values of other types that loosely typed languages treat as equal, or as a query. Each is wrong for any server.
 */

const patterns = ['%', '*', '.*'] as const

/** Patterns that match a text, as a whole and from its first character. */
export const patternsOf = (text: string): string[] => [
  ...patterns,
  ...['%', '*'].map((end) => [...text].slice(0, 1).join('') + end),
  '_'.repeat([...text].length),
]

/**
 * A password that is the valid one only to a server that ignores letter case or marks, or removes some of what it is sent.
 * Where nothing remains, a directory (LDAP) may take the name alone for an anonymous login. A check may fail at a long text.
 */
export const alteredPasswords = (password: string): (readonly [what: string, text: string])[] => [
  ['a space', ' '],
  ['a null character', '\0'],
  ['it with swapped case', otherCase(password)],
  ['it without its marks', password.replaceAll(/[\p{P}\p{S}]/gu, '')],
  ['it with a tag behind it', `${password}<x>`],
  ['it with a backslash before it', `\\${password}`],
  // Hash functions that take no more than 72 bytes may fail at it, as may a column of a database.
  ['a text of 1100 characters', 'x'.repeat(1100)],
]

/** Returns what a server may keep instead of a secret; anyone who reads its database could send that. */
export const hashesOf = (text: string): (readonly [name: string, hash: string])[] =>
  [['SHA-256', 'sha256'] as const, ['MD5', 'md5'] as const].map(([name, algorithm]) => [
    name,
    createHash(algorithm).update(text).digest('hex'),
  ])

/** A password in spellings that can't be the valid one: of its letters, of its marks, with more appended, or hashed. */
export function spellingsOf(password: string): (readonly [what: string, text: string])[] {
  const [first = '', ...rest] = [...password]
  return [
    ['its first letter in the other case', otherCase(first) + rest.join('')],
    ['it without accents', password.normalize('NFD').replaceAll(/\p{M}/gu, '')],
    ['it as ASCII', password.replaceAll(/\P{ASCII}/gu, '?')],
    ['it with a space for each plus', password.replaceAll('+', ' ')],
    ['more behind a null character', `${password}\0x`],
    ['more behind a character of four bytes', `${password}🗝x`],
    ['more in a second line', `${password}\nx`],
    ['more in a line before', `x\n${password}`],
    ['a condition of SQL', injection],
    ...hashesOf(password).map(([name, hash]) => [`its ${name} hash`, hash] as const),
  ]
}

/** JSON values that aren't text; without null and 0, which may stand for a missing field. */
export const otherTypes: readonly unknown[] = [true, 1, [], {}, { $ne: null }]

/** JSON values that loosely typed languages treat as a missing field. */
export const nothings: readonly unknown[] = [null, 0, false]

/** What a program in a loosely typed language makes of a missing value that it writes as text. */
export const wordsForNothing = ['null', 'undefined', 'None'] as const

/** Bodies that aren't a JSON object with fields: such as a loosely typed language makes, and one that is cut off. */
export const noObjects = ['', '[]', 'null', '"x"', '5', 'true', '[[]]', '{}', '{"'] as const

/** Formats a value as failures show it. */
export const told = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

/**
 * Returns variants of a three-part token, as a JWT, whose third part proves nothing: the part is missing, the header
 * declares that there is none (RFC 7519, section 6), or it was made with a publicly known key. Empty for a text of
 * another form.
 */
export function unsignedTokens(token: string): (readonly [what: string, text: string])[] {
  const [head = '', claims, signature, ...more] = token.split('.')
  if (claims === undefined || signature === undefined || more.length > 0) return []
  const names = ['none', 'None']
  const keys = ['', 'secret', 'changeme', 'your-256-bit-secret']
  return [
    ['the valid one without its signature', `${head}.${claims}.`],
    ...names.map((alg) => {
      const unsigned = Buffer.from(JSON.stringify({ typ: 'JWT', alg })).toString('base64url')
      return [`the claims of the valid one with the algorithm ${alg}`, `${unsigned}.${claims}.`] as const
    }),
    ...keys.map((key) => {
      const hs256 = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url')
      const forged = Buffer.from(otherNumber(Buffer.from(claims, 'base64url').toString())).toString(
        'base64url',
      )
      const made = createHmac('sha256', key).update(`${hs256}.${forged}`).digest('base64url')
      return [`claims of another number signed with the key "${key}"`, `${hs256}.${forged}.${made}`] as const
    }),
  ]
}

/** Returns a text with its last digit incremented. */
const otherNumber = (text: string) => text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))

/**
 * For a token that is just base64 of readable claims with a number, returns it with another number; empty for any other
 * token.
 */
export function forgedClaims(token: string): (readonly [what: string, text: string])[] {
  if (!/^[\w+/-]{12,}={0,2}$/.test(token)) return []
  const claims = Buffer.from(token, 'base64').toString('latin1')
  const isReadable = /^[\x20-\x7e]+$/.test(claims) && /\d/.test(claims)
  if (!isReadable) return []
  return [
    ['the claims of the valid one with another number', Buffer.from(otherNumber(claims)).toString('base64')],
  ]
}
