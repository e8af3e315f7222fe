import fc from 'fast-check'
import { codePoint } from './code-point.ts'

/**
 * A small change that makes a text wrong. It describes the change rather than the changed text, so that a failure can be
 * put into words, and repeated with another secret.
 */
export interface Edit {
  kind: keyof typeof edits
  /** The position, in characters; wraps round if the text is shorter. */
  at: number
  /** The characters to use. */
  text: string
}

/** Changes by kind: what each does, and how it is described. Positions count UTF-16 units. */
const edits = {
  change: {
    does: (valid: string, at: number, text: string) => valid.slice(0, at) + text + valid.slice(at + 1),
    says: (at: number, text: string) => `with ${quoted(text)} instead of character ${at + 1}`,
  },
  insert: {
    does: (valid: string, at: number, text: string) => valid.slice(0, at) + text + valid.slice(at),
    says: (at: number, text: string) => `with ${quoted(text)} before character ${at + 1}`,
  },
  leaveOut: {
    does: (valid: string, at: number) => valid.slice(0, at) + valid.slice(at + 1),
    says: (at: number) => `without character ${at + 1}`,
  },
  cut: {
    does: (valid: string, at: number) => valid.slice(0, at),
    says: (at: number) => `cut after ${at} characters`,
  },
  cutFront: {
    does: (valid: string, at: number) => valid.slice(at + 1),
    says: (at: number) => `without its first ${at + 1} characters`,
  },
  extend: {
    does: (valid: string, _at: number, text: string) => valid + text,
    says: (_at: number, text: string) => `with ${quoted(text)} appended`,
  },
  prefix: {
    does: (valid: string, _at: number, text: string) => text + valid,
    says: (_at: number, text: string) => `with ${quoted(text)} before it`,
  },
  double: { does: (valid: string) => valid + valid, says: () => 'twice in a row' },
  reverse: { does: (valid: string) => [...valid].reverse().join(''), says: () => 'from back to front' },
  swap: {
    does: (valid: string, at: number) =>
      valid.slice(0, at) + (valid[at + 1] ?? '') + (valid[at] ?? '') + valid.slice(at + 2),
    says: (at: number) => `with characters ${at + 1} and ${at + 2} exchanged`,
  },
  hex: { does: (valid: string) => Buffer.from(valid).toString('hex'), says: () => 'as hex' },
  base64: { does: (valid: string) => Buffer.from(valid).toString('base64'), says: () => 'as base64' },
} as const

/**
 * Edits with characters from `alphabet`, which should be those that reach the server unchanged, so that the server
 * compares what was sent.
 */
export function edit(alphabet: fc.Arbitrary<string>): fc.Arbitrary<Edit> {
  const common = ['change', 'insert', 'leaveOut', 'cut', 'cutFront', 'extend', 'prefix', 'swap'] as const
  const whole = ['double', 'reverse', 'hex', 'base64'] as const
  return fc.record({
    kind: fc.oneof(
      { arbitrary: fc.constantFrom<Edit['kind']>(...common), weight: 6 },
      { arbitrary: fc.constantFrom<Edit['kind']>(...whole), weight: 1 },
    ),
    at: fc.nat({ max: 255 }),
    text: fc.oneof(
      { arbitrary: alphabet, weight: 3 },
      { arbitrary: fc.string({ unit: alphabet, minLength: 1, maxLength: 12 }), weight: 1 },
    ),
  })
}

/** Applies the edit to the valid text; the result may still be the valid one. */
export function edited(valid: string, { kind, at, text }: Edit): string {
  return edits[kind].does(valid, valid === '' ? 0 : at % valid.length, text)
}

/** `the token with "x" appended` */
export function editRecipe(what: string, { kind, at, text }: Edit): string {
  const where = `(positions counted round the text)`
  const says = edits[kind].says(at, text)
  return `the ${what} ${says}${/character/.test(says) ? ` ${where}` : ''}`
}

const quoted = (text: string) => JSON.stringify(text)

/** Letters, digits and the marks that a token may contain in an Authorization value (RFC 6750, section 2.1). */
export const tokenCharacter = fc.constantFrom(
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/',
)

/** Characters that no cookie parser splits at or decodes. */
export const cookieCharacter = fc.constantFrom(
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_',
)

/** Any character that JSON can carry, including control characters and the null character. */
export const anyCharacter = fc.oneof(
  { arbitrary: tokenCharacter, weight: 3 },
  {
    arbitrary: fc.constantFrom('\0', '\x01', '\x7f', '\t', '\n', '%', '&', '=', "'", '"', '\\', '<'),
    weight: 2,
  },
  { arbitrary: codePoint, weight: 1 },
  { arbitrary: fc.constantFrom('ß', 'é', 'ı', 'Ω', '文', '🗝'), weight: 1 },
)
