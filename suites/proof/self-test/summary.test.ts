import { expect, test } from 'vitest'
import type { Finding } from './findings.ts'
import { summary } from './summary.ts'

const found = (name: string, together: string[] = [], wrong = false): Finding => ({
  kind: 'defect',
  name,
  durationMs: 1,
  mismatches: wrong ? [{ requirement: 'a', expected: 'fail', got: 'pass', message: '' }] : [],
  ...(together.length > 0 ? { together } : {}),
})

test('if each change has a server, the summary counts runs', () => {
  const proof = { seed: 3, split: [], unproved: [], alike: [], findings: [found('one'), found('two')] }
  expect(summary(proof)).toBe('self-test: 2 runs, each judged as expected (seed 3)')
  const wrong = { ...proof, findings: [found('one', [], true), found('two')] }
  expect(summary(wrong)).toBe('self-test: 1 of 2 runs not judged as expected (seed 3)')
})

test('several changes in one server are one run, and a run that proved nothing counts too', () => {
  const findings = [found('one', ['two']), found('two', ['one']), found('three'), found('four')]
  const proof = { seed: 1, unproved: [], split: [found('three+four')], alike: [], findings }
  expect(summary(proof)).toBe('self-test: 4 runs for 4 changes, each judged as expected (seed 1)')
  expect(summary({ ...proof, split: [] })).toBe(
    'self-test: 3 runs for 4 changes, each judged as expected (seed 1)',
  )
})

test('defects that the report does not tell apart have a line of their own', () => {
  const proof = {
    seed: 1,
    split: [],
    unproved: [],
    alike: [['one', 'two']],
    findings: [found('one'), found('two')],
  }
  expect(summary(proof)).toMatch(
    /^the report does not tell apart: one, two; leave one out.*\nself-test: 2 runs/,
  )
})

test('so have cases that nothing made fail', () => {
  const proof = {
    seed: 1,
    split: [],
    alike: [],
    unproved: ['a.rule/one', 'a.rule/two'],
    findings: [found('one')],
  }
  expect(summary(proof)).toMatch(
    /^no defect makes these cases fail: a\.rule\/one, a\.rule\/two; .*\nself-test: 1 runs/,
  )
})
