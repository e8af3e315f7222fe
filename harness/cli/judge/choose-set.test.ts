import { expect, test } from 'vitest'
import { chooseSet } from './choose-set.ts'

const entry = { level: 'must', statement: 'S.', source: { section: 'Errors', quote: 'q' } } as const
const suite = {
  requirements: new Map([
    ['login.json', entry],
    ['token.bearer', entry],
  ]),
  requirementSets: new Map<string, Map<string, 'must' | 'should'>>([
    ['1.0', new Map([['login.json', 'should']])],
    [
      '1.1',
      new Map([
        ['login.json', 'must'],
        ['token.bearer', 'must'],
      ]),
    ],
  ]),
}
const ids = ['login.json', 'token.bearer']

test('the newest set is judged by, unless an older one is named; what that lacks is pending', () => {
  const newest = chooseSet(suite, ids)
  expect([newest.name, [...newest.judged.keys()], newest.pending.size]).toEqual(['1.1', ids, 0])
  const older = chooseSet(suite, ids, '1.0')
  expect([...older.judged]).toEqual([['login.json', { ...entry, level: 'should' }]])
  expect([...older.pending.keys()]).toEqual(['token.bearer'])
})

test('what --only left out is neither judged nor pending', () => {
  const { judged, pending } = chooseSet(suite, ['login.json'], '1.0')
  expect([judged.size, pending.size]).toEqual([1, 0])
})

test('an unknown set is told with those that there are', () => {
  expect(() => chooseSet(suite, ids, '2.0')).toThrow(/no set of requirements "2.0".*takes 1\.0, 1\.1/)
})
