import { expect, test } from 'vitest'
import type { Report, Verdict } from '../../reports/report.ts'
import { changedVerdicts } from './changed-verdicts.ts'

const report = (verdicts: Record<string, Verdict>) =>
  ({
    requirements: [{ cases: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict })) }],
  }) as Report
const idsOf = (before: Report | undefined, after: Report) =>
  Object.values(changedVerdicts(before, after)).map((cases) =>
    (cases as { id: string }[]).map(({ id }) => id),
  )

const before = report({ a: 'fail', b: 'pass', c: 'inconclusive', d: 'untested', e: 'fail', f: 'fail' })
const after = report({ a: 'pass', b: 'fail', c: 'fail', d: 'error', e: 'untested', f: 'fail', g: 'pass' })

test('failures are sorted into fixed, newly failing and still failing', () => {
  expect(idsOf(before, after)).toEqual([['a'], ['b', 'c', 'd'], ['f'], []])
})

test('a case that could not be judged fails neither newly nor still, and is fixed if it passes', () => {
  const unjudged = report({ a: 'inconclusive', b: 'inconclusive' })
  expect(idsOf(report({ a: 'pass', b: 'fail' }), unjudged)).toEqual([[], [], [], ['a', 'b']])
  expect(idsOf(unjudged, report({ a: 'pass', b: 'fail' }))).toEqual([['a'], ['b'], [], []])
})

test('without an earlier report all that fails is new', () => {
  expect(idsOf(undefined, after)).toEqual([[], ['b', 'c', 'd', 'f'], [], []])
})
