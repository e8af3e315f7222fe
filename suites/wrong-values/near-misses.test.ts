import { expect, test } from 'vitest'
import { inLongestPart, lastChanged, oneChanged, otherCase } from './near-misses.ts'

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

test.for([
  ['opaque-token_0', '<opaque-token_0>'],
  ['12|secret', '12|<secret>'],
  ['s1~secret', 's1~<secret>'],
  ['a-long-secret!-178!NONE', '<a-long-secret>!-178!NONE'],
  ['secret.node1', '<secret>.node1'],
  ['head.payload.proof', '<head.payload.proof>'],
] as const)('of %s, the part is changed that is no number and no name of a machine', ([text, changed]) => {
  expect(inLongestPart(text, (part) => `<${part}>`)).toBe(changed)
})
