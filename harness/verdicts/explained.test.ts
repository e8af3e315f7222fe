import type { CaseResult } from './results.ts'
import { expect, test } from 'vitest'
import type { Verdict } from '../../reports/report.ts'
import { withoutExplained, type Weighing } from './explained.ts'

const chosen = [
  { id: 'anonymous.next-request/a', requirement: 'anonymous.next-request' },
  {
    id: 'anonymous.no-credentials/sequence',
    requirement: 'anonymous.no-credentials',
    indistinctFrom: ['anonymous.next-request'],
  },
  {
    id: 'anonymous.next-request/sequence',
    requirement: 'anonymous.next-request',
    indistinctFrom: ['anonymous.no-credentials'],
  },
]

const weighing: Weighing = { levelOf: () => 'must', counts: () => true }

function explained(...verdicts: Verdict[]) {
  const results = chosen.map(({ id, requirement }, at) => [
    id,
    { id, requirement, verdict: verdicts[at], message: '' } as CaseResult,
  ])
  const left = withoutExplained(chosen, new Map(results as [string, CaseResult][]), weighing)
  return [...left.values()].map(({ verdict, leftOut }) => [verdict, leftOut !== undefined])
}

test('a failure that another rule explains is left out, and only a failure', () => {
  expect(explained('fail', 'fail', 'pass')).toEqual([
    ['fail', false],
    ['untested', true],
    ['pass', false],
  ])
  expect(explained('fail', 'inconclusive', 'pass')[1]).toEqual(['inconclusive', false])
})

test('without an explanation it stays', () => {
  expect(explained('pass', 'fail', 'pass')[1]).toEqual(['fail', false])
})

test('two wide cases do not explain each other away', () => {
  expect(explained('pass', 'fail', 'fail').slice(1)).toEqual([
    ['fail', false],
    ['fail', false],
  ])
})

const bothFail = new Map(
  chosen
    .slice(0, 2)
    .map(({ id, requirement }) => [id, { id, requirement, verdict: 'fail' } as CaseResult] as const),
)

test('a broken should explains a should, and what explains is named', () => {
  const left = withoutExplained(chosen, bothFail, { ...weighing, levelOf: () => 'should' })
  expect([...left.values()].map(({ leftOut }) => leftOut)).toEqual([
    undefined,
    "what it found can't be told apart from the failure of anonymous.next-request; fix that first",
  ])
})

test.each<[string, Partial<Weighing>]>([
  ['a failure that the report shows as inconclusive', { counts: ({ id }) => id.endsWith('/sequence') }],
  [
    'a broken should, where the wide case is about a must',
    { levelOf: (id) => (id === 'anonymous.next-request' ? 'should' : 'must') },
  ],
])('%s explains nothing', (_, changed) => {
  const left = withoutExplained(chosen, bothFail, { ...weighing, ...changed })
  expect([...left.values()].map(({ verdict }) => verdict)).toEqual(['fail', 'fail'])
})
