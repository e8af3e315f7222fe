import type { RunSummary, CaseResult } from './results.ts'
import { describe, expect, test } from 'vitest'
import type { BaselineEntry } from './baseline.ts'
import { buildReport, type CatalogueEntry, type ReportInput } from './build-report.ts'
import { fingerprintOf } from './fingerprint.ts'
import { inconsistencies } from './verify-consistency.ts'

const entry: CatalogueEntry = { level: 'must', statement: 'S.', source: { section: 'Errors', quote: 'q' } }

const result = (id: string, more: Partial<CaseResult> = {}): CaseResult => ({
  id,
  requirement: id.split('/')[0] ?? '',
  title: 't',
  verdict: 'pass',
  wanted: null,
  got: null,
  message: '',
  durationMs: 1,
  exchanges: 2,
  transcript: [],
  ...more,
})

const summary: RunSummary = {
  exchanges: 9,
  clock: { kind: 'control', aheadSeconds: 3600 },
  notes: ['a note of the run'],
  secrets: [],
  recentSecrets: [],
  listed: [],
  cutOff: [],
  observations: [],
}

function build(results: CaseResult[], more: Partial<ReportInput> = {}) {
  return buildReport({
    suite: { name: 'n', version: 'v', catalogueHash: 'h' },
    subject: { baseUrl: 'http://127.0.0.1:1', serverVersion: null, declared: [] },
    startedAt: '2026-11-20T10:00:00.000Z',
    durationMs: 1,
    seed: 1,
    runs: 1,
    reproduce: 'npx conformance',
    strict: false,
    requireComplete: false,
    requirements: new Map([
      ['login.json', entry],
      ['token.bearer', { ...entry, reading: 'r' }],
    ]),
    chosen: results.map(({ id, requirement }) => ({ id, requirement })),
    results: new Map(results.map((one) => [one.id, one])),
    summary: undefined,
    excluded: [],
    observations: [],
    notes: ['a note'],
    whole: true,
    complete: true,
    replayOf: (id) => `replay ${id}`,
    ...more,
  })
}

test('cases are listed under their requirement, with the command that runs them again', () => {
  const report = build([result('login.json/a'), result('token.bearer/b', { verdict: 'fail' })])
  expect(report).toMatchObject({ conclusion: 'not-conformant', exitCode: 1, exchanges: 4, complete: true })
  expect(report.requirements).toMatchObject([
    {
      id: 'login.json',
      topic: 'login',
      verdict: 'pass',
      cases: [{ id: 'login.json/a', replay: 'replay login.json/a' }],
    },
    { id: 'token.bearer', topic: 'token', verdict: 'fail', reading: 'r', quote: 'q', section: 'Errors' },
  ])
  expect(report.requirements[0]?.cases[0]).not.toHaveProperty('requirement')
})

test('after an interrupt the conclusion is partial even where all that ran has passed', () => {
  const passed = [result('login.json/a'), result('token.bearer/b')]
  expect(build(passed).conclusion).toBe('conformant')
  expect(build(passed, { complete: false }).conclusion).toBe('partial')
  expect(build(passed, { whole: false }).conclusion).toBe('partial')
})

test('after an interrupt only what ran is there, and no good conclusion', () => {
  const chosen = ['login.json/a', 'token.bearer/b'].map((id) => ({ id, requirement: id.split('/')[0] ?? '' }))
  const report = build([result('login.json/a')], { chosen, complete: false })
  expect(report).toMatchObject({ conclusion: 'partial', complete: false })
  expect(report.requirements.map(({ verdict, cases }) => [verdict, cases.length])).toEqual([
    ['pass', 1],
    ['untested', 0],
  ])
})

test.for<[verdict: CaseResult['verdict'], told: string]>([
  ['pass', 'untested'],
  ['not-applicable', 'untested'],
  ['fail', 'fail'],
  ['inconclusive', 'inconclusive'],
])(
  'after an interrupt a rule with a case that did not run is not judged by the others: %s',
  ([verdict, told]) => {
    const ran = result('login.json/a', { verdict, message: 'm' })
    const chosen = ['login.json/a', 'login.json/b'].map((id) => ({ id, requirement: 'login.json' }))
    const stopped = build([ran], { chosen, complete: false })
    expect(stopped.requirements[0]).toMatchObject({
      verdict: told,
      cases: [{ id: 'login.json/a' }],
      leftOut: [{ case: 'login.json/b', reason: 'the run was interrupted' }],
    })
    expect(inconsistencies({ ...stopped, exitCode: 130 }).join()).not.toContain('by its cases')
    // What was not chosen is not missing.
    expect(build([ran], { complete: false }).requirements[0]?.verdict).toBe(verdict)
  },
)

test('a failed list of a user whom no method has shown to list proves nothing', () => {
  const rejected = result('token.bearer/b', { verdict: 'fail', got: '403', ifMayList: 'ada' })
  const doubtful = build([rejected], { summary })
  expect(doubtful.requirements[1]?.cases[0]).toMatchObject({ verdict: 'inconclusive', got: null })
  expect(doubtful.requirements[1]?.cases[0]?.message).toContain('mayList: false')
  const shown = build([rejected], { summary: { ...summary, listed: ['ada'] } })
  expect(shown.requirements[1]?.cases[0]).toMatchObject({ verdict: 'fail', got: '403' })
  expect(build([rejected]).requirements[1]?.cases[0]).toMatchObject({ verdict: 'fail' })
})

test('a failure that another requirement explains is left out, with a line that says so', () => {
  const wide = result('login.json/any', { verdict: 'fail' })
  const narrow = result('token.bearer/b', { verdict: 'fail' })
  const chosen = [
    { id: wide.id, requirement: wide.requirement, indistinctFrom: ['token.bearer'] },
    { id: narrow.id, requirement: narrow.requirement },
  ]
  const report = build([wide, narrow], { chosen })
  expect(report.requirements.map(({ verdict }) => verdict)).toEqual(['untested', 'fail'])
  expect(report.notes.join()).toContain("left out: login.json/any: what it found can't be told apart from")
})

test('what is pending is shown, and touches neither totals nor conclusion nor exit code', () => {
  const pending = new Map([['token.new', entry]])
  const failed = result('token.new/a', { verdict: 'fail', wanted: 'w', got: 'g' })
  const judged = [result('login.json/a'), result('token.bearer/b')]
  for (const verdict of ['fail', 'error', 'inconclusive'] as const) {
    const report = build([...judged, { ...failed, verdict }], { pending })
    expect(report).toMatchObject({ conclusion: 'conformant', exitCode: 0 })
    expect(report.totals.must).toMatchObject({ pass: 2, fail: 0, error: 0, inconclusive: 0 })
    expect(report.requirements.map(({ id }) => id)).toEqual(['login.json', 'token.bearer'])
    expect(report.pending).toMatchObject([
      { id: 'token.new', verdict, cases: [{ replay: 'replay token.new/a' }] },
    ])
  }
})

test.for(['must', 'should'] as const)(
  'a failure that is pending explains none of a %s that counts',
  (level) => {
    const report = build(
      [result('login.json/a', { verdict: 'fail' }), result('token.new/a', { verdict: 'fail' })],
      {
        strict: true,
        requirements: new Map([['login.json', { ...entry, level }]]),
        pending: new Map([['token.new', entry]]),
        chosen: [
          { id: 'login.json/a', requirement: 'login.json', indistinctFrom: ['token.new'] },
          { id: 'token.new/a', requirement: 'token.new' },
        ],
      },
    )
    expect(report.exitCode).toBe(1)
  },
)

test('the report has what the run says about itself; before that, what its cases say', () => {
  const cases = [result('login.json/a'), result('token.bearer/b')]
  expect(build(cases, { summary })).toMatchObject({
    schemaVersion: '1.0',
    exchanges: 9,
    clock: { kind: 'control', aheadSeconds: 3600 },
    notes: ['a note', 'a note of the run'],
  })
  const cut = build(cases, { complete: false })
  expect(cut).toMatchObject({ exchanges: 4, clock: { kind: 'none', aheadSeconds: 0 }, notes: ['a note'] })
})

test('cases that were left out for the same reason share a line', () => {
  const leftOut = { verdict: 'untested', leftOut: 'no failed logins are left for it' } as const
  const report = build([
    result('login.json/a', leftOut),
    result('login.json/b', leftOut),
    result('token.bearer/a', leftOut),
    result('token.bearer/b', { ...leftOut, leftOut: 'it would take days' }),
  ])
  expect(report.notes).toEqual([
    'a note',
    'left out: 3 cases of login.json (2), token.bearer: no failed logins are left for it',
    'left out: token.bearer/b: it would take days',
  ])
})

test('a case that a limit skipped is listed with its requirement, but not as a case of it', () => {
  const skipped = { verdict: 'untested', leftOut: 'limits: too dear', skipped: true } as const
  const report = build([result('login.json/a'), result('login.json/b', skipped)])
  expect(report.requirements[0]).toMatchObject({
    verdict: 'pass',
    skipped: [{ case: 'login.json/b', reason: 'limits: too dear' }],
  })
  expect(report.requirements[0]?.cases.map(({ id }) => id)).toEqual(['login.json/a'])
  expect(report.requirements[1]?.skipped).toEqual([])
  expect(report.notes).toEqual(['a note'])
  expect(report.exitCode).toBe(0)
})

test('a case that was left out is only in the notes', () => {
  const report = build([
    result('login.json/a'),
    result('login.json/b', { verdict: 'untested', leftOut: 'no failed logins are left for it' }),
  ])
  expect(report.requirements[0]?.cases.map(({ id }) => id)).toEqual(['login.json/a'])
  expect(report.notes).toEqual(['a note', 'left out: login.json/b: no failed logins are left for it'])
})

test('what is not there is no field of a requirement', () => {
  const [bare, read] = build([], { measured: new Map([['token.bearer', '3600 s']]) }).requirements
  for (const name of ['reading', 'measured', 'baseline']) expect(bare).not.toHaveProperty(name)
  expect(read).toMatchObject({ reading: 'r', measured: '3600 s' })
  expect(build([])).not.toHaveProperty('pending')
})

describe('the exit code', () => {
  const passed = result('login.json/a')

  test('knows what the run was asked to insist on', () => {
    const requirements = new Map([
      ['login.json', entry],
      ['token.bearer', { ...entry, level: 'should' as const }],
    ])
    const failed = result('token.bearer/b', { verdict: 'fail' })
    expect(build([passed, failed], { requirements }).exitCode).toBe(0)
    expect(build([passed, failed], { requirements, strict: true }).exitCode).toBe(1)
    expect(build([passed]).exitCode).toBe(0)
    expect(build([passed], { requireComplete: true }).exitCode).toBe(3)
  })

  const known: BaselineEntry = {
    requirement: 'login.json',
    reason: 'r',
    owner: 'o',
    expires: '2026-12-31',
    fingerprint: 'f1-0',
  }
  const baseline = { entries: [known], ids: new Set(['login.json']) }

  test('knows the baseline: an entry that passes is stale, but only in a whole run', () => {
    const stale = build([passed], { baseline })
    expect(stale.exitCode).toBe(4)
    expect(stale.requirements[0]?.baseline).toMatchObject({ status: 'stale', owner: 'o' })
    for (const part of [{ whole: false }, { complete: false }])
      expect(build([passed], { baseline, ...part }).exitCode).toBe(0)
  })

  test('knows a failure of the baseline from another', () => {
    const failed = result('login.json/a', { verdict: 'fail' })
    const [requirement] = build([failed]).requirements
    const fingerprint = String(requirement && fingerprintOf(requirement))
    const entries = [{ ...known, fingerprint }]
    expect(build([failed], { baseline: { ...baseline, entries } }).exitCode).toBe(0)
    expect(build([failed], { baseline }).exitCode).toBe(1)
  })

  test('knows an entry that names nothing, and says which', () => {
    const report = build([result('login.json/a')], { baseline: { entries: [known], ids: new Set() } })
    expect(report.notes).toContain('baseline: login.json is not a requirement; correct or remove its entry')
    const named = build([passed], { baseline: { entries: [], ids: new Set() } })
    expect(named.exitCode).toBe(0)
    const entries = [{ ...known, requirement: 'login.jsn' }]
    expect(build([passed], { baseline: { entries, ids: new Set(['login.json']) } }).exitCode).toBe(4)
  })

  test('has nothing of an entry for what is pending', () => {
    const pending = new Map([['token.new', entry]])
    const entries = [{ ...known, requirement: 'token.new' }]
    const ids = new Set(['token.new'])
    const report = build([passed, result('token.new/a')], { pending, baseline: { entries, ids } })
    expect(report.exitCode).toBe(0)
    expect(report.pending?.[0]).not.toHaveProperty('baseline')
  })
})

test('where the server ended during the run, it is incomplete, unless a rule is broken', () => {
  const passed = [result('login.json/one'), result('token.bearer/two')]
  expect(build(passed)).toMatchObject({ exitCode: 0, conclusion: 'conformant', complete: true })
  const subjectEnded = 'exit code 3'
  expect(build(passed, { subjectEnded })).toMatchObject({
    exitCode: 3,
    conclusion: 'partial',
    complete: false,
    subjectEnded,
  })
  const failed = [...passed, result('token.bearer/three', { verdict: 'fail' })]
  expect(build(failed, { subjectEnded })).toMatchObject({ exitCode: 1, conclusion: 'not-conformant' })
})
