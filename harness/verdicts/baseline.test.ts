import { describe, expect, test } from 'vitest'
import type { ReportedCase, ReportedExchange, Verdict } from '../../reports/report.ts'
import { compareWithBaseline, isUnknownNote, unknownNotes } from './baseline.ts'
import { fingerprintOf } from './fingerprint.ts'

function exchange(body: string, more: { status?: number; role?: ReportedExchange['role'] } = {}) {
  return {
    role: more.role ?? 'judged',
    response: {
      status: more.status ?? 200,
      headers: [['Content-Type', 'application/json; charset=utf-8']],
      body,
      truncated: false,
    },
  } as ReportedExchange
}

const failedCase = (id: string, transcript: ReportedExchange[], more: Partial<ReportedCase> = {}) =>
  ({ id, verdict: 'fail', wanted: 'a rejection', got: 'a token', transcript, ...more }) as ReportedCase

const failure = (...cases: ReportedCase[]) => ({ id: 'mfa.seed', verdict: 'fail' as Verdict, cases })
const print = (...cases: ReportedCase[]) => fingerprintOf(failure(...cases))

describe('a fingerprint', () => {
  const usual = print(failedCase('mfa.seed/a', [exchange('{"token":"abc","n":1}')]))

  test('is short text, and there is none where nothing failed', () => {
    expect(usual).toMatch(/^f1-[0-9a-f]{16}$/)
    expect(fingerprintOf({ verdict: 'pass', cases: [] })).toBeUndefined()
  })
  test.for<[string, ReportedCase[]]>([
    ['another token', [failedCase('mfa.seed/a', [exchange('{"n":7,"token":"xyz"}')])]],
    ['what was got, in words', [failedCase('mfa.seed/a', [exchange('{"token":"","n":0}')], { got: 'x' })]],
    [
      'the steps around it',
      [
        failedCase('mfa.seed/a', [
          exchange('{}', { role: 'step' }),
          exchange('{"token":"","n":0}'),
          exchange('[]', { role: 'twin' }),
        ]),
      ],
    ],
    [
      'a property that met the fault too',
      [
        failedCase('mfa.seed/a', [exchange('{"token":"","n":0}')]),
        failedCase('mfa.seed/p', [], { counterexample: {} as never }),
      ],
    ],
    [
      'how a race ended',
      [
        failedCase('mfa.seed/a', [exchange('{"token":"","n":0}')]),
        failedCase('mfa.seed/many-at-once', [], { race: true }),
      ],
    ],
  ])('does not rest on %s', ([, cases]) => {
    expect(print(...cases)).toBe(usual)
  })
  test.for<[string, ReportedCase[]]>([
    ['the case', [failedCase('mfa.seed/b', [exchange('{"token":"abc","n":1}')])]],
    [
      'what was wanted',
      [failedCase('mfa.seed/a', [exchange('{"token":"abc","n":1}')], { wanted: 'a list' })],
    ],
    ['the status', [failedCase('mfa.seed/a', [exchange('{"token":"abc","n":1}', { status: 201 })])]],
    ['the names in the answer', [failedCase('mfa.seed/a', [exchange('{"token":"abc"}')])]],
    [
      'how many cases fail',
      [
        failedCase('mfa.seed/a', [exchange('{"token":"abc","n":1}')]),
        failedCase('mfa.seed/b', [exchange('{}')]),
      ],
    ],
  ])('rests on %s', ([, cases]) => {
    expect(print(...cases)).not.toBe(usual)
  })
  test('of a property alone rests on neither its input nor its answer', () => {
    const found = (body: string, wanted: string) =>
      print(failedCase('mfa.seed/p', [exchange(body)], { wanted, counterexample: { recipe: body } as never }))
    expect(found('{}', 'a rejection')).toBe(found('[]', 'a list'))
  })
})

describe('beside its entry a requirement is', () => {
  const failing = failure(failedCase('mfa.seed/a', [exchange('{}')]))
  const entry = {
    requirement: 'mfa.seed',
    reason: 'r',
    owner: 'o',
    expires: '2026-11-20',
    fingerprint: String(fingerprintOf(failing)),
  }
  const compare = (verdict: Verdict, more: { at?: string; whole?: boolean; fingerprint?: string } = {}) =>
    compareWithBaseline(
      { ...failing, verdict },
      {
        entries: [{ ...entry, fingerprint: more.fingerprint ?? entry.fingerprint }],
        startedAt: more.at ?? '2026-11-20T23:59:59.000Z',
        whole: more.whole ?? true,
      },
    )?.status

  test('known on the last day of the entry, expired on the next', () => {
    expect(compare('fail')).toBe('known')
    expect(compare('fail', { at: '2026-11-21T00:00:00.000Z' })).toBe('expired')
    expect(compare('untested', { at: '2026-11-21T00:00:00.000Z' })).toBe('expired')
  })
  test('changed where it fails otherwise, expired or not', () => {
    expect(compare('fail', { fingerprint: 'f1-0' })).toBe('changed')
    expect(compare('fail', { fingerprint: 'f1-0', at: '2027-01-01T00:00:00.000Z' })).toBe('changed')
  })
  test('stale where it passes in a whole run, and in no other', () => {
    expect(compare('pass')).toBe('stale')
    expect(compare('pass', { whole: false })).toBeUndefined()
  })
  test('nothing where it was not judged, or has no entry', () => {
    for (const verdict of ['untested', 'inconclusive', 'error', 'not-applicable'] as const) {
      expect(compare(verdict)).toBeUndefined()
    }
    expect(
      compareWithBaseline({ ...failing, id: 'x' }, { entries: [entry], startedAt: '2026', whole: true }),
    ).toBeUndefined()
  })
  test('an entry that names nothing is told', () => {
    expect(unknownNotes({ entries: [entry], ids: new Set(['mfa.seed']) })).toEqual([])
    const notes = unknownNotes({ entries: [entry], ids: new Set(['login.json']) })
    expect(notes).toEqual(['baseline: mfa.seed is not a requirement; correct or remove its entry'])
    expect(notes.every(isUnknownNote)).toBe(true)
  })
})
