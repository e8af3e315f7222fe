/**
 * What a careless comparison takes for a right text: patterns of SQL, of file names and of regular expressions, and values
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

/** A password in other spellings that are none of the right one's: of its letters, of its marks, or with more behind it. */
export function spellingsOf(password: string): (readonly [what: string, text: string])[] {
  const [first = '', ...rest] = [...password]
  const swapped = (text: string) =>
    [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('')
  return [
    ['it in the other letter case', swapped(password)],
    ['its first letter in the other case', swapped(first) + rest.join('')],
    ['it without accents', password.normalize('NFD').replaceAll(/\p{M}/gu, '')],
    ['it as ASCII', password.replaceAll(/\P{ASCII}/gu, '?')],
    ['it with a space for each plus', password.replaceAll('+', ' ')],
    ['more behind a zero character', `${password}\0x`],
    ['more in a second line', `${password}\nx`],
    ['more in a line before', `x\n${password}`],
    ['a condition of SQL', injection],
  ]
}

/** Values of JSON that are no text; without null and 0, which may stand for a field that is missing. */
export const otherTypes: readonly unknown[] = [true, 1, [], {}, { $ne: null }]

/** As a failure tells it. */
export const told = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

/**
 * A token in three parts, as a JWT, without the proof that its third part is: the part is left out, or the head says that
 * there is none (RFC 7519, section 6). None for a text of another form.
 */
export function unsignedTokens(token: string): (readonly [what: string, text: string])[] {
  const [head = '', claims, signature, ...more] = token.split('.')
  if (claims === undefined || signature === undefined || more.length > 0) return []
  const names = ['none', 'None']
  return [
    ['the right one without its signature', `${head}.${claims}.`],
    ...names.map((alg) => {
      const unsigned = Buffer.from(JSON.stringify({ typ: 'JWT', alg })).toString('base64url')
      return [`the claims of the right one with the algorithm ${alg}`, `${unsigned}.${claims}.`] as const
    }),
  ]
}
