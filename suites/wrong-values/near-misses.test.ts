import { expect, test } from 'vitest'
import { oneChanged, otherCase } from './near-misses.ts'

test.for([
  ['Grüße 7', 'gRÜßE 7'],
  ['ﬁN', 'ﬁn'],
] as const)('each letter of %s in the other case is the same to whoever folds it', ([text, other]) => {
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
