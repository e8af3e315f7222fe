import { createHmac } from 'node:crypto'
import { otherCase } from './near-misses.ts'

/**
 * What a careless comparison takes for the correct text: patterns of SQL, of file names and of regular expressions, and values
 * of other types, which count as equal, or as a query, in loosely typed languages. Each is wrong for any server.
 */

const patterns = ['%', '*', '.*'] as const

/** What makes a condition true where it is pasted into SQL. */
export const injection = "' OR '1'='1"

/** Patterns that match a text, whole and from its first character on. */
export const patternsOf = (text: string): string[] => [
  ...patterns,
  ...['%', '*'].map((end) => [...text].slice(0, 1).join('') + end),
  '_'.repeat([...text].length),
]

/** A password in other spellings that are none of the valid one's: of its letters, of its marks, or with more behind it. */
export function spellingsOf(password: string): (readonly [what: string, text: string])[] {
  const [first = '', ...rest] = [...password]
  return [
    ['it with swapped case', otherCase(password)],
    ['its first letter in the other case', otherCase(first) + rest.join('')],
    ['it without accents', password.normalize('NFD').replaceAll(/\p{M}/gu, '')],
    ['it as ASCII', password.replaceAll(/\P{ASCII}/gu, '?')],
    ['it with a space for each plus', password.replaceAll('+', ' ')],
    ['more behind a null character', `${password}\0x`],
    ['more in a second line', `${password}\nx`],
    ['more in a line before', `x\n${password}`],
    ['a condition of SQL', injection],
  ]
}

/** Values of JSON that are no text; without null and 0, which may stand for a field that is missing. */
export const otherTypes: readonly unknown[] = [true, 1, [], {}, { $ne: null }]

/** Values of JSON that loosely typed languages take for a field that is missing. */
export const nothings: readonly unknown[] = [null, 0]

/** Bodies of JSON that are no object with fields, as a program in a loosely typed language may send them. */
export const noObjects = ['[]', 'null', '"x"', '5', 'true', '[[]]', '{}'] as const

/** As a failure tells it. */
export const told = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

/**
 * A token in three parts, as a JWT, without the proof that its third part is: the part is left out, the head says that there
 * is none (RFC 7519, section 6), or it was made with a key that everybody knows. None for a text of another form.
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

/** A text with its last digit counted up. */
const otherNumber = (text: string) => text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))

/** A token that is nothing but base64 of readable claims with a number in them, with another number; none for another one. */
export function forgedClaims(token: string): (readonly [what: string, text: string])[] {
  if (!/^[\w+/-]{12,}={0,2}$/.test(token)) return []
  const claims = Buffer.from(token, 'base64').toString('latin1')
  const isReadable = /^[\x20-\x7e]+$/.test(claims) && /\d/.test(claims)
  if (!isReadable) return []
  return [
    ['the claims of the valid one with another number', Buffer.from(otherNumber(claims)).toString('base64')],
  ]
}
