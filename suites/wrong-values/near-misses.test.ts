import { expect, test } from 'vitest'
import { lastChanged, oneChanged, otherCase } from './near-misses.ts'

test.for([
  ['Grüße 7', 'gRÜßE 7'],
  ['ﬁN', 'ﬁn'],
] as const)('each letter of %s in the other case is the same after case folding', ([text, other]) => {
  expect(otherCase(text)).toBe(other)
  expect(otherCase(text).toLowerCase()).toBe(text.toLowerCase())
})

test.for([
  ['Grüße & Küsse', 'Grúße & Küsse'],
  ['Blú', 'Blû'],
  ['plain', 'pl7in'],
] as const)('one character of %s is changed, its accent where it has one', ([text, changed]) => {
  expect(oneChanged(text)).toBe(changed)
})

test('another last character leaves the length as it is', () => {
  expect(['Küss', 'ab7', '🗝'].map(lastChanged)).toEqual(['Küs7', 'ab4', '7'])
})
