import { expect, test } from 'vitest'
import { createSampleReport } from './testing/sample-report.ts'
import { missing, troubles } from './faults.ts'

const { requirements } = createSampleReport()

test('the worst come first, must before should, and nothing else comes', () => {
  const told = troubles(requirements).map(({ requirement, each }) => `${each.verdict} ${requirement.level}`)
  expect(told).toEqual(['fail must', 'fail must', 'fail must', 'error should', 'inconclusive must'])
})

test('what could not be judged for one reason is told once; failures are each told', () => {
  const twice = troubles([...requirements, ...createSampleReport().requirements])
  expect(twice.filter(({ each }) => each.verdict === 'fail')).toHaveLength(6)
  const [stuck, ...more] = twice.filter(({ each }) => each.verdict === 'inconclusive')
  expect(stuck?.also.map(({ id }) => id)).toEqual(['private-token.permanent/ten-years'])
  expect(more).toEqual([])
})

test('what is missing, with each requirement that waits for it once', () => {
  const untested = requirements.find(({ verdict }) => verdict === 'untested')!
  const other = { ...untested, id: 'mfa.other', cases: [...untested.cases, ...untested.cases] }
  expect([...missing([...requirements, other])]).toEqual([
    ['declare accounts.mfa2', ['mfa.seed-of-another-account', 'mfa.other']],
  ])
})

test('the clock that must go farther is told once, with the largest value', () => {
  const untested = requirements.find(({ verdict }) => verdict === 'untested')!
  const waiting = [54, 168, 68].map((hours) => ({
    ...untested,
    id: `token.${hours}`,
    cases: [{ ...untested.cases[0]!, message: `needs clock.maxAdvance above ${hours}h` }],
  }))
  expect([...missing([...waiting, untested])]).toEqual([
    ['needs clock.maxAdvance above 168h', ['token.54', 'token.168', 'token.68']],
    ['declare accounts.mfa2', [untested.id]],
  ])
})

test('what an interruption left unjudged is told in one line', () => {
  const [first] = requirements.filter(({ verdict }) => verdict === 'pass')
  const leftOut = [{ case: `${first?.id}/b`, reason: 'the run was interrupted' }]
  const open = { ...first!, verdict: 'untested' as const, leftOut }
  expect([...missing([open])]).toEqual([['the run was interrupted', [first?.id]]])
})
