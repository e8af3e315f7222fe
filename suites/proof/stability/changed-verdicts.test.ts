import { expect, test } from 'vitest'
import type { Report, Verdict } from '../../../reports/report.ts'
import { changedVerdicts } from './changed-verdicts.ts'

const report = (verdict: Verdict, cases: Record<string, Verdict>) =>
  ({
    requirements: [
      {
        id: 'mfa.wrong-code',
        verdict,
        cases: Object.entries(cases).map(([id, one]) => ({
          id: `mfa.wrong-code/${id}`,
          verdict: one,
          message: `said of ${id}`,
        })),
      },
    ],
  }) as Report

test('the same verdicts are no change', () => {
  const one = report('pass', { a: 'pass', b: 'not-applicable' })
  expect(changedVerdicts(one, structuredClone(one))).toEqual([])
})

test('a case and a requirement with a different verdict are named with what was said', () => {
  expect(changedVerdicts(report('pass', { a: 'pass' }), report('fail', { a: 'fail' }))).toEqual([
    { id: 'mfa.wrong-code', expected: 'pass', got: 'fail', message: '' },
    { id: 'mfa.wrong-code/a', expected: 'pass', got: 'fail', message: 'said of a' },
  ])
})

test('a case of one report alone counts unless it passes', () => {
  const before = report('pass', { a: 'pass' })
  expect(changedVerdicts(before, report('pass', { a: 'pass', b: 'pass' }))).toEqual([])
  expect(changedVerdicts(before, report('pass', {}))).toEqual([])
  expect(changedVerdicts(before, report('pass', { a: 'pass', b: 'inconclusive' }))).toEqual([
    { id: 'mfa.wrong-code/b', expected: 'absent', got: 'inconclusive', message: 'said of b' },
  ])
})

test('a requirement that is left out counts', () => {
  const gone = { requirements: [] as Report['requirements'] } as Report
  expect(changedVerdicts(report('pass', {}), gone)).toEqual([
    { id: 'mfa.wrong-code', expected: 'pass', got: 'absent', message: '' },
  ])
})
