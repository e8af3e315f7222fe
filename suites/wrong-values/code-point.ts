import fc from 'fast-check'

/**
 * Any character of Unicode, as one code point. fast-check's unit `binary` means the same, but a string of those first
 * builds a table of all 1.1 million, which costs half a second in each process that merely loads the case.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + 0x800))

const firstSurrogate = 0xd800
