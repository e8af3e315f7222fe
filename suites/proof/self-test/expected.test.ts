import { expect, test } from 'vitest'
import { judgeNull } from './null-servers/null-runs.ts'
import { compare, type Ended } from './expected.ts'

const ended = (verdicts: Record<string, 'pass' | 'fail' | 'inconclusive' | 'not-applicable'>): Ended => ({
  verdicts: Object.fromEntries(
    Object.entries(verdicts).map(([id, verdict]) => [id, { level: 'must', verdict, message: '' }]),
  ),
  failures: [],
  exitCode: 0,
  exchanges: 1,
  durationMs: 1,
})
const clean = ended({ a: 'pass', b: 'pass', c: 'not-applicable' })
const breaksA = { breaks: [{ requirement: 'a', level: 'must' as const }], others: [] }

test('what a defect lists, and nothing else, is no mismatch', () => {
  expect(compare(clean, breaksA, ended({ a: 'fail', b: 'pass', c: 'not-applicable' }))).toEqual([])
})

test('a further change is a mismatch', () => {
  const found = compare(clean, breaksA, ended({ a: 'fail', b: 'inconclusive', c: 'not-applicable' }))
  expect(found).toMatchObject([{ requirement: 'b', expected: 'pass', got: 'inconclusive' }])
})

test('a defect that nothing catches is a mismatch, and so is another level', () => {
  expect(compare(clean, breaksA, clean)).toMatchObject([{ requirement: 'a', expected: 'fail (must)' }])
  const should = { breaks: [{ requirement: 'a', level: 'should' as const }], others: [] }
  const failed = ended({ a: 'fail', b: 'pass', c: 'not-applicable' })
  expect(compare(clean, should, failed)).toMatchObject([{ expected: 'fail (should)', got: 'fail (must)' }])
})

test('what a property may meet, or not, is no mismatch at its level', () => {
  const expected = { ...breaksA, mayBreak: [{ requirement: 'b', level: 'must' as const }] }
  expect(compare(clean, expected, ended({ a: 'fail', b: 'pass', c: 'not-applicable' }))).toEqual([])
  expect(compare(clean, expected, ended({ a: 'fail', b: 'fail', c: 'not-applicable' }))).toEqual([])
  const open = ended({ a: 'fail', b: 'inconclusive', c: 'not-applicable' })
  expect(compare(clean, expected, open)).toMatchObject([{ requirement: 'b', got: 'inconclusive' }])
  const other = { ...breaksA, mayBreak: [{ requirement: 'b', level: 'should' as const }] }
  const failed = ended({ a: 'fail', b: 'fail', c: 'not-applicable' })
  expect(compare(clean, other, failed)).toMatchObject([{ got: 'fail (must)' }])
})

test('only a variation may make a rule applicable', () => {
  const applies = ended({ a: 'pass', b: 'pass', c: 'pass' })
  expect(compare(clean, { breaks: [], others: [], mayPass: true }, applies)).toEqual([])
  expect(compare(clean, { breaks: [], others: [] }, applies)).toHaveLength(1)
})

test('a pass against a null server is a mismatch, and so is a wrong exit code', () => {
  expect(judgeNull(ended({ a: 'inconclusive' }), 0)).toEqual([])
  expect(judgeNull(ended({ a: 'pass' }), 3).map(({ requirement }) => requirement)).toEqual([
    'a',
    'the exit code',
  ])
})
