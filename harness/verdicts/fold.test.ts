import { describe, expect, test } from 'vitest'
import type { ReportedCase, RequirementBaseline, SkippedCase, Totals, Verdict } from '../../reports/report.ts'
import { concludeFrom, exitCodeOf, foldCases, totalsOf } from './fold.ts'

const totals = (counts: Partial<Totals>): Totals => ({
  pass: 0,
  fail: 0,
  inconclusive: 0,
  'not-applicable': 0,
  untested: 0,
  error: 0,
  ...counts,
})

const requirement = (level: 'must' | 'should', ...verdicts: Verdict[]) => ({
  level,
  verdict: foldCases(verdicts),
  cases: verdicts.map((verdict) => ({ verdict }) as ReportedCase),
  skipped: [] as SkippedCase[],
})

describe('a requirement is as its worst case', () => {
  test.for<[Verdict[], Verdict]>([
    [['pass', 'fail', 'error'], 'fail'],
    [['pass', 'error', 'inconclusive'], 'error'],
    [['pass', 'inconclusive', 'untested'], 'inconclusive'],
    [['not-applicable', 'pass', 'untested'], 'pass'],
    [['not-applicable', 'untested'], 'untested'],
    [['not-applicable', 'not-applicable'], 'not-applicable'],
    [[], 'untested'],
  ])('%j: %s', ([verdicts, folded]) => {
    expect(foldCases(verdicts)).toBe(folded)
    expect(foldCases(verdicts.toReversed())).toBe(folded)
  })
})

test('totals count requirements by level and verdict', () => {
  const counted = totalsOf([
    requirement('must', 'pass'),
    requirement('must', 'pass', 'fail'),
    requirement('should', 'fail'),
  ])
  expect(counted).toEqual({ must: totals({ pass: 1, fail: 1 }), should: totals({ fail: 1 }) })
})

describe('the conclusion', () => {
  const conclude = (must: Partial<Totals>, should: Partial<Totals> = {}, more = {}) =>
    concludeFrom({
      totals: { must: totals(must), should: totals(should) },
      strict: false,
      requireComplete: false,
      whole: true,
      ...more,
    })

  test('conformant: every must passed or is not applicable', () => {
    expect(conclude({ pass: 3 })).toBe('conformant')
    expect(conclude({ pass: 3, 'not-applicable': 2 }, { fail: 1 })).toBe('conformant')
  })
  test('partial: a must is open, nothing passed, or a part was left out', () => {
    expect(conclude({ pass: 3, untested: 1 })).toBe('partial')
    expect(conclude({ pass: 3, inconclusive: 1 })).toBe('partial')
    expect(conclude({ pass: 3, error: 1 })).toBe('partial')
    expect(conclude({ 'not-applicable': 5 })).toBe('partial')
    expect(conclude({})).toBe('partial')
    expect(conclude({ pass: 3 }, {}, { whole: false })).toBe('partial')
  })
  test('not conformant: a must failed, and with strict a should', () => {
    expect(conclude({ pass: 3, fail: 1 })).toBe('not-conformant')
    expect(conclude({ pass: 3, fail: 1 }, {}, { whole: false })).toBe('not-conformant')
    expect(conclude({ pass: 3 }, { fail: 1 }, { strict: true })).toBe('not-conformant')
  })
})

describe('the exit code', () => {
  const usual = { strict: false, requireComplete: false }
  test.for<[number, ReturnType<typeof requirement>[], Partial<typeof usual>]>([
    [0, [requirement('must', 'pass')], {}],
    [0, [requirement('must', 'pass'), requirement('must', 'untested')], {}],
    [3, [requirement('must', 'pass'), requirement('must', 'untested')], { requireComplete: true }],
    [0, [requirement('must', 'pass'), requirement('should', 'fail')], {}],
    [1, [requirement('must', 'pass'), requirement('should', 'fail')], { strict: true }],
    [1, [requirement('must', 'pass', 'fail')], {}],
    [1, [requirement('must', 'fail'), requirement('must', 'inconclusive')], {}],
    [3, [requirement('must', 'pass'), requirement('should', 'inconclusive')], {}],
    [3, [requirement('must', 'untested')], {}],
    [3, [requirement('must', 'not-applicable')], {}],
    [3, [], {}],
    [5, [requirement('must', 'fail', 'error')], {}],
  ])('%d for %j with %j', ([exitCode, requirements, options]) => {
    expect(exitCodeOf(requirements, { ...usual, ...options })).toBe(exitCode)
  })

  test('an inconclusive case counts though another case of its rule failed nothing', () => {
    expect(exitCodeOf([requirement('must', 'pass', 'inconclusive')], usual)).toBe(3)
  })

  describe('with a baseline', () => {
    const listed = (
      status: RequirementBaseline['status'],
      level: 'must' | 'should',
      ...verdicts: Verdict[]
    ) => ({
      ...requirement(level, ...verdicts),
      baseline: { status, reason: 'r', owner: 'o', expires: '2026-12-31' },
    })
    test.for<[number, Parameters<typeof exitCodeOf>[0], Partial<Parameters<typeof exitCodeOf>[1]>]>([
      [0, [listed('known', 'must', 'fail')], {}],
      [0, [listed('known', 'should', 'fail')], { strict: true }],
      [0, [listed('known', 'must', 'fail'), requirement('must', 'pass')], {}],
      [1, [listed('known', 'must', 'fail'), requirement('must', 'fail')], {}],
      [1, [listed('changed', 'must', 'fail')], {}],
      [4, [listed('stale', 'must', 'pass')], {}],
      [4, [listed('expired', 'must', 'fail')], {}],
      [4, [requirement('must', 'pass')], { unknownEntries: true }],
      [1, [listed('stale', 'must', 'pass'), listed('changed', 'must', 'fail')], { unknownEntries: true }],
      [4, [listed('stale', 'must', 'pass'), requirement('must', 'inconclusive')], {}],
      [3, [listed('known', 'must', 'fail'), requirement('must', 'inconclusive')], {}],
      [0, [listed('known', 'must', 'fail', 'inconclusive')], {}],
      [5, [listed('stale', 'must', 'pass'), requirement('must', 'error')], {}],
    ])('%d for %j with %j', ([exitCode, requirements, options]) => {
      expect(exitCodeOf(requirements, { ...usual, ...options })).toBe(exitCode)
    })
  })
})

test('what passes alone, or fails as a should alone, was judged; nothing untested is no incompleteness', () => {
  const usual = { strict: false, requireComplete: false }
  expect(exitCodeOf([requirement('should', 'pass')], usual)).toBe(0)
  expect(exitCodeOf([requirement('should', 'fail')], usual)).toBe(0)
  expect(exitCodeOf([requirement('must', 'pass'), requirement('should', 'pass')], usual)).toBe(0)
  expect(exitCodeOf([requirement('must', 'pass')], { ...usual, requireComplete: true })).toBe(0)
  const skipped = [{ case: 'a.rule/b', reason: 'limits' }]
  const partly = (level: 'must' | 'should') => [{ ...requirement(level, 'pass'), skipped }]
  expect(exitCodeOf(partly('must'), { ...usual, requireComplete: true })).toBe(3)
  expect(exitCodeOf(partly('should'), { ...usual, requireComplete: true })).toBe(0)
  expect(exitCodeOf(partly('must'), usual)).toBe(0)
  const hidden = (reason: string) => [
    { ...requirement('must', 'pass'), leftOut: [{ case: 'a.rule/b', reason }] },
  ]
  const found = "what it found can't be told apart from the failure of b.rule; fix that first"
  expect(exitCodeOf(hidden(found), { ...usual, requireComplete: true })).toBe(3)
  expect(exitCodeOf(hidden(found), usual)).toBe(0)
  expect(exitCodeOf(hidden(''), { ...usual, requireComplete: true })).toBe(0)
})

test('strict, with every should kept, is conformant', () => {
  const all = { must: totals({ pass: 3 }), should: totals({ pass: 2 }) }
  expect(concludeFrom({ totals: all, strict: true, requireComplete: true, whole: true })).toBe('conformant')
})
