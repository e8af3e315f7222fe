import { expect, test } from 'vitest'
import type { Report, ReportedCase, ReportedRequirement, Verdict } from '../../reports/report.ts'
import { combineReports, type CombineInput } from './combine-reports.ts'
import { measuredElsewhere } from './observations.ts'
import { inconsistencies } from './verify-consistency.ts'

const aCase = (id: string, verdict: Verdict): ReportedCase =>
  ({ id, verdict, message: '', transcript: [], exchanges: 2 }) as unknown as ReportedCase

const requirement = (id: string, cases: ReportedCase[], rest: Partial<ReportedRequirement> = {}) =>
  ({ id, level: 'must', verdict: 'untested', skipped: [], cases, ...rest }) as ReportedRequirement

const report = (requirements: ReportedRequirement[], rest: Partial<Report> = {}) =>
  ({
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1000,
    exchanges: 10,
    requirements,
    observations: [],
    notes: [],
    clock: { kind: 'none', aheadSeconds: 0 },
    complete: true,
    ...rest,
  }) as unknown as Report

const input: CombineInput = {
  names: ['shard 1/2', 'shard 2/2'],
  order: ['login.json', 'token.bearer', 'refusal.no-5xx'],
  cases: ['login.json/a', 'login.json/b', 'token.bearer/a', 'refusal.no-5xx/run'].map((id) => ({
    id,
    requirement: id.split('/')[0] ?? '',
  })),
  questions: new Map(),
  strict: false,
  requireComplete: false,
  reproduce: 'npx conformance --seed 1',
}

const login = requirement('login.json', [aCase('login.json/a', 'pass')])
const token = requirement('token.bearer', [aCase('token.bearer/a', 'pass')])
const looksBack = (verdict: Verdict) => requirement('refusal.no-5xx', [aCase('refusal.no-5xx/run', verdict)])

test('requirements are in the order of the catalogue, and everything is decided again', () => {
  const combined = combineReports(
    [
      report([token, looksBack('pass')]),
      report([login, looksBack('pass')], { startedAt: '2026-01-01T00:00:05.000Z' }),
    ],
    input,
  )
  expect(combined.requirements.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['login.json', 'pass'],
    ['token.bearer', 'pass'],
    ['refusal.no-5xx', 'pass'],
  ])
  expect(combined).toMatchObject({
    conclusion: 'conformant',
    exitCode: 0,
    totals: { must: { pass: 3 } },
    exchanges: 20,
    durationMs: 6000,
  })
})

test.each<[Verdict, Verdict, Verdict, number]>([
  ['pass', 'fail', 'fail', 1],
  ['inconclusive', 'pass', 'inconclusive', 3],
  ['untested', 'pass', 'pass', 0],
  ['error', 'fail', 'fail', 1],
])('a case that is %s here and %s there is %s', (here, there, verdict, exitCode) => {
  const reports = [report([login, token, looksBack(here)]), report([looksBack(there)])] as const
  const combined = combineReports(reports, input)
  expect(combined.requirements.at(-1)).toMatchObject({ verdict, cases: [{ verdict }] })
  expect(combined.exitCode).toBe(exitCode)
})

test('a report about a part of the requirements is never conformant', () => {
  const combined = combineReports([report([login]), report([token])], input)
  expect(combined.conclusion).toBe('partial')
})

test('a failure that one of another shard explains is left out, as in one run', () => {
  const wide = requirement('token.bearer', [aCase('token.bearer/a', 'fail')])
  const narrow = requirement('login.json', [aCase('login.json/a', 'fail')])
  const cases = input.cases.map((one) =>
    one.id === 'token.bearer/a' ? { ...one, indistinctFrom: ['login.json'] } : one,
  )
  const { requirements } = combineReports([report([wide]), report([narrow])], { ...input, cases })
  expect(requirements.map(({ verdict }) => verdict)).toEqual(['fail', 'untested'])
  expect(requirements[1]?.leftOut).toEqual([
    { case: 'token.bearer/a', reason: expect.stringContaining('login.json') },
  ])
})

test('what one left out and another judged is judged; what none judged stays skipped', () => {
  const none = { case: 'refusal.no-5xx/run', reason: 'no other' }
  const skipped = [{ case: 'login.json/b', reason: 'limits' }]
  const { requirements, notes } = combineReports(
    [
      report([{ ...login, skipped }, requirement('refusal.no-5xx', [], { leftOut: [none] })], {
        notes: ['left out: refusal.no-5xx/run: no other', 'both', 'first'],
      }),
      report([looksBack('pass')], { notes: ['both', 'fault of the suite: worker'] }),
    ],
    input,
  )
  expect(requirements.map(({ skipped, leftOut }) => [skipped, leftOut])).toEqual([
    [skipped, undefined],
    [[], undefined],
  ])
  expect(notes).toEqual(['both', 'shard 1/2: first', 'fault of the suite: worker'])
})

test('what one run skipped and another left out appears once', () => {
  const skipped = [{ case: 'login.json/b', reason: 'limits' }]
  const leftOut = [{ case: 'login.json/b', reason: 'explained' }]
  const runs = [report([{ ...login, leftOut }]), report([{ ...login, skipped }])] as const
  const combined = combineReports(runs, input)
  expect(inconsistencies(combined)).not.toContainEqual(expect.stringContaining('twice'))
  expect(combined.requirements[0]).toMatchObject({ skipped })
})

test('if the server ended during one run, the runs together are not finished', () => {
  const whole = [login, token, looksBack('pass')]
  const cutOff = [{ request: 'GET /', by: 'token.bearer/a' }]
  const ended = report(whole, { complete: false, subjectEnded: 'exit code 1', cutOff })
  const combined = combineReports([report(whole), ended], input)
  expect(combined).toMatchObject({ subjectEnded: 'exit code 1', cutOff, complete: false, exitCode: 3 })
  expect(inconsistencies(combined)).not.toContainEqual(expect.stringMatching(/exit code|conclusion/))
})

test('each answer is that of the shard that measured it', () => {
  const question = (answer: string | null, reason?: string) =>
    report([], {
      observations: [{ id: 'q', question: '?', quote: '', answer, ...(reason ? { reason } : {}) }],
    })
  const of = (one: Report, other: Report) => combineReports([one, other], input).observations[0]
  expect(of(question(null, measuredElsewhere), question('3600 s'))?.answer).toBe('3600 s')
  expect(of(question(null, 'no answer came'), question('3600 s'))?.answer).toBe('3600 s')
  expect(of(question(null, measuredElsewhere), question(null, 'declare clock'))?.reason).toBe('declare clock')
})

test('the baseline is compared with the whole report, not with a shard', () => {
  const entry = {
    requirement: 'login.json',
    reason: 'r',
    owner: 'o',
    expires: '2027-01-01',
    fingerprint: 'f1-0',
  }
  const all = [report([login, token]), report([looksBack('pass')])] as const
  const combined = combineReports(all, {
    ...input,
    baseline: { entries: [entry], ids: new Set(['login.json']) },
  })
  expect(combined.requirements[0]?.baseline?.status).toBe('stale')
  expect(combined.exitCode).toBe(4)
})

test('an entry for a client is known, and one for nothing is named', () => {
  const told = { reason: 'r', owner: 'o', expires: '2027-01-01', fingerprint: 'f1-0' }
  const combined = (requirement: string) => {
    const baseline = {
      entries: [{ ...told, requirement }],
      ids: new Set([...input.order, 'client.token-bearer']),
    }
    return combineReports([report([login])], { ...input, baseline })
  }
  expect(combined('client.token-bearer')).toMatchObject({ exitCode: 0, notes: [] })
  const unknown = combined('login.jsn')
  expect(unknown).toMatchObject({ exitCode: 4, notes: [expect.stringContaining('login.jsn')] })
  expect(inconsistencies(unknown)).not.toContainEqual(expect.stringContaining('exit code'))
})
