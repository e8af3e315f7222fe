import { expect, test } from 'vitest'
import { newest, pick } from './pick.ts'

test('the last stays the same one while others before it are left out', () => {
  const lists = [['a', 'b', 'c'], ['b', 'c'], ['c']]
  expect(lists.map((some) => pick(some, 2))).toEqual(['c', 'c', 'c'])
  expect(lists.map((some) => pick(some, newest))).toEqual(['c', 'c', 'c'])
  expect(lists.map((some) => pick(some, 0))).toEqual(['a', 'b', 'c'])
  expect(pick([], 0)).toBeUndefined()
})
