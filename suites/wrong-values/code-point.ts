import fc from 'fast-check'

/**
 * Any character of Unicode, one code point. Not fast-check's unit `binary`, which means the same: a string of those
 * first makes a table of all 1.1 million, and so costs half a second in each process that only loads the case.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + 0x800))

const firstSurrogate = 0xd800
