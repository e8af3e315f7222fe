import { expect, test } from 'vitest'
import { cases } from '../all.ts'
import { catalogue } from './index.ts'
import type { RequirementId } from './index.ts'

const levelOf = (id: string) => catalogue.requirements[id as RequirementId].level

test('no failure of a must is left out because of a failure that counts for less', () => {
  const pairs = [...cases.values()].flatMap(({ requirement, indistinctFrom = [] }) =>
    indistinctFrom.map((narrower) => ({ wide: requirement, narrower })),
  )
  expect(pairs.length).toBeGreaterThan(10)
  expect(
    pairs.filter(({ wide, narrower }) => levelOf(wide) === 'must' && levelOf(narrower) !== 'must'),
  ).toEqual([])
})

test('what explains is known from cases of its own that are made for that one thing', () => {
  const narrow = [...cases.values()].filter(({ indistinctFrom, depth }) => !indistinctFrom && !depth)
  const own = new Set(narrow.map(({ requirement }) => requirement))
  const explaining = [...cases.values()].flatMap(({ indistinctFrom = [] }) => indistinctFrom)
  expect(explaining.filter((id) => !own.has(id))).toEqual([])
})
