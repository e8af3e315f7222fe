import { expect, test } from 'vitest'
import { createSampleReport } from './testing/sample-report.ts'
import {
  count,
  duration,
  explainConclusion,
  figures,
  few,
  headline,
  pathOf,
  span,
  thousands,
} from './words.ts'
import type { Conclusion, Report, Totals } from './report.ts'

const none: Totals = { pass: 0, fail: 0, inconclusive: 0, 'not-applicable': 0, untested: 0, error: 0 }

function concluded(conclusion: Conclusion, must: Partial<Totals>, should: Partial<Totals> = {}): Report {
  const totals = { must: { ...none, ...must }, should: { ...none, ...should } }
  return { ...createSampleReport(), conclusion, totals }
}

test('the conclusion says that the server ended during the run, and what had been judged by then', () => {
  const ended = { complete: false, subjectEnded: 'SIGSEGV' }
  const broken = { ...concluded('not-conformant', { fail: 1 }), ...ended }
  expect(headline(broken)).toBe('Not conformant')
  expect(explainConclusion(broken)).toBe(
    'The server ended during the run (SIGSEGV); what came after could not be judged. The server breaks 1 rule of the specification.',
  )
  const cutOff = [{ request: 'GET /api/v1/users/users/', by: 'signature.accepted/on-v1' }]
  expect(explainConclusion({ ...broken, cutOff })).toContain(
    'ended during the run (SIGSEGV), before it answered GET /api/v1/users/users/ (signature.accepted/on-v1); what',
  )
  expect(explainConclusion({ ...broken, cutOff: [...cutOff, ...cutOff] })).toContain(
    '(signature.accepted/on-v1), one of which may have ended it; what',
  )
  expect(headline({ ...concluded('partial', { pass: 3 }), ...ended })).toBe('Partial')
  expect(headline({ ...concluded('partial', { pass: 3 }), complete: false })).toBe('Interrupted')
})

test('the conclusion says what it rests on', () => {
  expect(explainConclusion(concluded('conformant', { pass: 9 }))).toBe(
    'The server follows every rule of the specification that applies to it.',
  )
  expect(explainConclusion(concluded('conformant', { pass: 9 }, { fail: 1 }))).toContain(
    '1 recommendation (should) failed',
  )
  expect(explainConclusion(concluded('not-conformant', { fail: 1 }))).toBe(
    'The server breaks 1 rule of the specification.',
  )
  expect(explainConclusion(concluded('not-conformant', {}, { fail: 2 }))).toBe(
    'The server breaks 2 recommendations.',
  )
  expect(explainConclusion(concluded('partial', { pass: 1, untested: 2, inconclusive: 1 }))).toContain(
    '3 rules of the specification could not',
  )
  expect(explainConclusion(concluded('partial', { untested: 2, 'not-applicable': 1 }, { untested: 1 }))).toBe(
    'No rule of the specification was judged: each waits for something to be declared.',
  )
  expect(explainConclusion(concluded('partial', { untested: 2, inconclusive: 1 }))).toBe(
    'No rule of the specification could be judged.',
  )
  expect(explainConclusion(concluded('partial', { pass: 3 }))).toContain(
    'only part of the specification was judged',
  )
})

test('the conclusion counts recommendations that failed or could not be judged, beside the rules', () => {
  const said = (conclusion: Conclusion, must: Partial<Totals>, should: Partial<Totals>) =>
    explainConclusion(concluded(conclusion, must, should))
  expect(said('partial', { pass: 1, untested: 2 }, { inconclusive: 1, error: 1, fail: 1 })).toBe(
    'No rule was broken, but 2 rules of the specification and 2 recommendations (should) could not be judged. ' +
      '1 recommendation (should) failed.',
  )
  expect(said('partial', { pass: 3 }, { untested: 1 })).toBe(
    'No rule was broken, but only part of the specification was judged. ' +
      '1 recommendation (should) could not be judged.',
  )
  expect(said('conformant', { pass: 3 }, { untested: 2 })).toBe(
    'The server follows every rule of the specification that applies to it. ' +
      '2 recommendations (should) could not be judged.',
  )
})

test('figures leave zeros out', () => {
  expect(figures({ ...none, pass: 3, untested: 1 })).toBe('1 untested, 3 passed')
  expect(figures(none)).toBe('none')
})

test('numbers and durations as people write them', () => {
  expect([count(1, 'rule'), count(0, 'rule'), thousands(1_234_567)]).toEqual([
    '1 rule',
    '0 rules',
    '1,234,567',
  ])
  expect([87.4, 3412, 59_960, 125_000].map(duration)).toEqual(['87 ms', '3.4 s', '1 min 0 s', '2 min 5 s'])
})

test('the distance of a clock in the largest unit of which there are two', () => {
  expect([90, 3540, 7231, 200_000, 631_243_273].map(span)).toEqual([
    '90 s',
    '59 minutes',
    '2 hours',
    '2 days',
    '20 years',
  ])
})

test('of more than four names, three are shown and the others counted', () => {
  expect([few(['a']), few(['a', 'b', 'c', 'd']), few(['a', 'b', 'c', 'd', 'e'])]).toEqual([
    'a',
    'a, b, c, d',
    'a, b, c and 2 more',
  ])
})

test('the path of an address keeps every byte of the target', () => {
  expect(pathOf('https://[::1]:8443/a//b/%7e?x=/y')).toBe('/a//b/%7e?x=/y')
  expect(pathOf('http://x')).toBe('/')
})
