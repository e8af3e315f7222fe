import type { CaseResult } from '../verdicts/results.ts'
import { expect, test } from 'vitest'
import type { Verdict } from '../../reports/report.ts'
import type { Case } from './case/registry.ts'
import { createSecondLook } from './second-look.ts'

const subject = (id: string, rest: Partial<Case> = {}) =>
  ({ id, phase: 'plain', needs: [], ...rest }) as unknown as Case
const result = ({ id }: Case, verdict: Verdict, message = '') => ({ id, verdict, message }) as CaseResult

/** A second look in a run whose cases get these results when they run alone. */
function create(
  alone: Record<string, Verdict> = {},
  { gaveUp = false, limited = false, realTime = false, rejected = '' } = {},
) {
  const judged: string[] = []
  const done: string[] = []
  const results: CaseResult[] = []
  const hints = new Set<string>()
  const isRejected = (id: string) => id === rejected
  const failedLogins = { limited, hadValidRejected: isRejected, hadRejectedAtOnce: isRejected }
  const run = { rateLimit: { gaveUp: () => gaveUp }, failedLogins, clock: { realTime }, hints }
  const look = createSecondLook(
    run as unknown as Parameters<typeof createSecondLook>[0],
    async (one) => {
      judged.push(one.id)
      return result(one, alone[one.id] ?? 'pass', 'alone')
    },
    (one) => {
      results.push(one)
      done.push(`${one.id} ${one.verdict} ${one.message}`.trim())
    },
  )
  return { look, judged, done, hints, results }
}

test('what fails or cannot be judged beside others is judged alone, and only that counts', async () => {
  const { look, judged, done, hints } = create({ a: 'fail', b: 'pass', c: 'inconclusive' })
  for (const id of ['a', 'b']) look.settle(subject(id), result(subject(id), 'fail', 'beside'), true)
  look.settle(subject('c'), result(subject('c'), 'error'), true)
  look.settle(subject('d'), result(subject('d'), 'pass'), true)
  expect(done).toEqual(['d pass'])
  await look.alone()
  expect(judged).toEqual(['a', 'b', 'c'])
  expect(done).toEqual(['d pass', 'a fail alone', 'b pass alone', 'c inconclusive alone'])
  expect([...hints]).toEqual([
    'b: fail beside other cases, pass alone, which counts',
    'c: error beside other cases, inconclusive alone, which counts',
  ])
})

test('what is left out after a rejected login may have been rejected because of others, and is judged alone', async () => {
  const { look, done } = create({}, { rejected: 'a' })
  for (const id of ['a', 'b']) look.settle(subject(id), result(subject(id), 'not-applicable'), true)
  expect(done).toEqual(['b not-applicable'])
  await look.alone()
  expect(done).toEqual(['b not-applicable', 'a pass alone'])
})

test('what had nothing beside it counts at once', async () => {
  const { look, judged, done } = create()
  look.settle(subject('a'), result(subject('a'), 'fail'), false)
  await look.alone()
  expect([judged, done]).toEqual([[], ['a fail']])
})

test('a failure for which a limit leaves no second look is not cleared, and not proved', async () => {
  const { look, done, hints, results } = create({ a: 'untested' })
  const told = { wanted: 'the list', got: '403', ifMayList: 'ada' }
  const failed = { ...result(subject('a'), 'fail', 'a token'), ...told }
  look.settle(subject('a'), failed, true)
  await look.alone()
  expect(done).toEqual(['a inconclusive a token (beside other cases; alone)'])
  expect([...hints]).toEqual(['a: fail beside other cases, untested alone'])
  expect(results).toEqual([expect.objectContaining({ wanted: null, got: null })])
  expect(results[0]).not.toHaveProperty('ifMayList')
})

test.each([
  [
    'costs a rejection where these are limited',
    subject('a', { rejects: { of: 'plain', rank: 1 } }),
    { limited: true },
  ],
  ['is sent where 429 is all that comes', subject('a'), { gaveUp: true }],
  ['had a valid login rejected where these are limited', subject('a'), { limited: true, rejected: 'a' }],
  ['calls a command of the operator', subject('a', { needs: ['operator'] }), {}],
  ['waits for a real hour', subject('a', { phase: 'hours' }), { realTime: true }],
])('nothing that %s is run again', async (_, one, facts) => {
  const { look, judged, done } = create({}, facts)
  look.settle(one, result(one, 'fail'), true)
  await look.alone()
  expect([judged, done]).toEqual([[], ['a fail']])
})

test('what logs in where rejections are limited is run again, if its login was accepted', async () => {
  const { look, done } = create({}, { limited: true, rejected: 'b' })
  const one = subject('a', { needs: ['account'] })
  look.settle(one, result(one, 'fail'), true)
  await look.alone()
  expect(done).toEqual(['a pass alone'])
})

test('a case with a command that was asked to come back later each time is run again alone', async () => {
  const { look, judged, done } = create()
  const one = subject('a', { needs: ['operator'] })
  look.settle(one, { ...result(one, 'inconclusive'), askedToWait: true }, true)
  await look.alone()
  expect([judged, done]).toEqual([['a'], ['a pass alone']])
})
