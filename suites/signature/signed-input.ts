import fc from 'fast-check'
import type { Header } from '../../harness/wire/exchange.ts'

/** What a signed request of a property carries besides what every request does. */
export interface SignedInput {
  /** Further fields, all of them signed. */
  fields: Header[]
  host: boolean
  /** Sort keys for the names of the list, by position. */
  order: number[]
}

/** Names that no proxy or framework knows, in the usual casing: other casings have a requirement of their own. */
const name = fc
  .tuple(fc.string({ unit: letter(), minLength: 1, maxLength: 8 }), fc.nat({ max: 99 }))
  .map(([word, number]) => `X-Conf-${word.charAt(0).toUpperCase()}${word.slice(1)}-${number}`)

/** Visible ASCII with single spaces inside, which no hop changes. White space around a value has another requirement. */
export const headerValue = fc
  .array(fc.string({ unit: visible(), minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '))

const field: fc.Arbitrary<Header> = fc.tuple(name, headerValue)

export function signedInput(minFields: number): fc.Arbitrary<SignedInput> {
  return fc.record({
    fields: fc.uniqueArray(field, {
      minLength: minFields,
      maxLength: 4,
      selector: ([name]) => name.toLowerCase(),
    }),
    host: fc.boolean(),
    order: fc.array(fc.nat({ max: 1000 }), { minLength: 8, maxLength: 8 }),
  })
}

/** Returns the list to sign, in the drawn order: what every server may demand, and the further fields. */
export function listOf({ fields, host, order }: SignedInput): string[] {
  const names = [
    '(request-target)',
    'accept',
    'date',
    ...(host ? ['host'] : []),
    ...fields.map(([field]) => field.toLowerCase()),
  ]
  return names
    .map((listed, at) => ({ listed, place: order[at] ?? 0 }))
    .sort((one, other) => one.place - other.place)
    .map(({ listed }) => listed)
}

export const signedRecipe = (input: SignedInput): string =>
  `a signature over "${listOf(input).join(' ')}"${input.fields.map(([field, value]) => ` with ${field}: ${value}`).join(',')}`

/** A query string with parameters that no list knows, as any client might write it. */
export const query = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'x', 'conf', 'A', 'z-1'),
      fc.string({ unit: fc.oneof(fc.constantFrom(...'abcXYZ019-._~!*():@/?,;'), escape()), maxLength: 8 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'))

/** Escapes of visible ASCII and of UTF-8, in upper or lower case. */
function escape(): fc.Arbitrary<string> {
  return fc.constantFrom('%20', '%2b', '%2F', '%26', '%3d', '%25', '%7e', '%41', '%c3%bc', '%C3%BC', '+')
}

function letter(): fc.Arbitrary<string> {
  return fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
}

function visible(): fc.Arbitrary<string> {
  return fc.constantFrom(
    ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$&*+-./:;=?@^_|~',
  )
}
