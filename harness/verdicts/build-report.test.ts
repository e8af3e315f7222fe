import { expect, test } from 'vitest'
import type { RunSummary } from '../cases/run-spec.ts'
import type { CaseResult } from '../cases/run-case.ts'
import { buildReport, type CatalogueEntry, type ReportInput } from './build-report.ts'

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

test('cases stand in their requirement with the line that runs them again', () => {
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

test('a failed list of a user whom no method has shown to list proves nothing', () => {
  const refused = result('token.bearer/b', { verdict: 'fail', got: '403', ifMayList: 'ada' })
  const summary: RunSummary = {
    exchanges: 9,
    clock: { kind: 'none', aheadSeconds: 0 },
    notes: [],
    secrets: [],
    listed: [],
    observations: [],
  }
  const doubtful = build([refused], { summary })
  expect(doubtful.requirements[1]?.cases[0]).toMatchObject({ verdict: 'inconclusive', got: null })
  expect(doubtful.requirements[1]?.cases[0]?.message).toContain('mayList: false')
  const shown = build([refused], { summary: { ...summary, listed: ['ada'] } })
  expect(shown.requirements[1]?.cases[0]).toMatchObject({ verdict: 'fail', got: '403' })
  expect(shown.exchanges).toBe(9)
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
  expect(report.notes.join()).toContain("left out: login.json/any: what it found can't be told from")
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

test('a failure that is pending explains no failure that counts', () => {
  const report = build(
    [result('login.json/a', { verdict: 'fail' }), result('token.new/a', { verdict: 'fail' })],
    {
      pending: new Map([['token.new', entry]]),
      chosen: [
        { id: 'login.json/a', requirement: 'login.json', indistinctFrom: ['token.new'] },
        { id: 'token.new/a', requirement: 'token.new' },
      ],
    },
  )
  expect(report.exitCode).toBe(1)
})
