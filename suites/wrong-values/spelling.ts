import fc from 'fast-check'

/**
 * The same fields in other spellings that every JSON or form parser reads as the same. As with edits, the input describes
 * the spelling and not the text, which may be secret.
 */
export interface Spelling {
  /** Which characters to write as escapes: the bits of these numbers in turn. */
  escapes: number[]
  /** White space between JSON tokens; ignored in forms. */
  space: string
  passwordFirst: boolean
  upperCase: boolean
}

export const spelling: fc.Arbitrary<Spelling> = fc.record({
  escapes: fc.array(fc.nat({ max: 255 }), { maxLength: 8 }),
  space: fc.constantFrom('', ' ', '\n', '\t', '\r\n  '),
  passwordFirst: fc.boolean(),
  upperCase: fc.boolean(),
})

interface Fields {
  username: string
  password: string
}

/**
 * RFC 8259: any character may be a `\u` escape, white space may appear between tokens, and members may come in any order.
 */
export function asJson(fields: Fields, { escapes, space, passwordFirst, upperCase }: Spelling): string {
  const bit = bitsOf(escapes)
  const text = (value: string) => {
    const units = Array.from({ length: value.length }, (_, at) => value[at] ?? '')
    const spelled = units.map((unit) => (bit() ? hex(unit) : JSON.stringify(unit).slice(1, -1)))
    return `"${spelled.join('')}"`
  }
  const hex = (unit: string) => {
    const digits = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${upperCase ? digits.toUpperCase() : digits}`
  }
  const members = ordered(fields, passwordFirst).map(
    ([name, value]) => `${space}${text(name)}${space}:${space}${text(value)}${space}`,
  )
  return `${space}{${members.join(',')}}${space}`
}

/**
 * The form encoding of the URL Standard: any byte may be percent-encoded, a space is `+` or `%20`, and fields may come in
 * any order.
 */
export function asForm(fields: Fields, { escapes, passwordFirst, upperCase }: Spelling): string {
  const bit = bitsOf(escapes)
  const byte = (value: number) => {
    const character = String.fromCharCode(value)
    if (character === ' ' && !bit()) return '+'
    if (/[\w.-]/.test(character) && !bit()) return character
    const digits = value.toString(16).padStart(2, '0')
    return `%${upperCase ? digits.toUpperCase() : digits}`
  }
  const text = (value: string) => [...Buffer.from(value)].map(byte).join('')
  return ordered(fields, passwordFirst)
    .map(([name, value]) => `${text(name)}=${text(value)}`)
    .join('&')
}

export function spellingRecipe({ escapes, space, passwordFirst, upperCase }: Spelling): string {
  const bit = bitsOf(escapes)
  const places = Array.from({ length: 8 * escapes.length }, (_, at) => (bit() ? at + 1 : 0)).filter(Boolean)
  const parts = [
    places.length > 0
      ? `character ${places.join(', ')} of every ${8 * escapes.length} written as an escape, in ${upperCase ? 'upper' : 'lower'} case`
      : 'no needless escapes',
    ...(space === '' ? [] : [`${JSON.stringify(space)} between tokens`]),
    ...(passwordFirst ? ['the password first'] : []),
  ]
  return `the declared credentials with ${parts.join(', ')}`
}

function ordered({ username, password }: Fields, passwordFirst: boolean): [string, string][] {
  const members: [string, string][] = [
    ['username', username],
    ['password', password],
  ]
  return passwordFirst ? members.reverse() : members
}

/** Returns the bits of the numbers, eight of each, over and over; always false if there are none. */
function bitsOf(numbers: readonly number[]): () => boolean {
  let at = 0
  return () => {
    if (numbers.length === 0) return false
    const number = numbers[Math.floor(at / 8) % numbers.length] ?? 0
    return ((number >> (at++ % 8)) & 1) === 1
  }
}
