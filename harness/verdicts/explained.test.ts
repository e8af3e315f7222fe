import { expect, test } from 'vitest'
import type { CaseResult } from '../cases/run-case.ts'
import type { Verdict } from '../../reports/report.ts'
import { withoutExplained } from './explained.ts'

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

function explained(...verdicts: Verdict[]) {
  const results = chosen.map(({ id, requirement }, at) => [
    id,
    { id, requirement, verdict: verdicts[at], message: '' } as CaseResult,
  ])
  const left = withoutExplained(chosen, new Map(results as [string, CaseResult][]))
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
