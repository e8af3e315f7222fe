import { expect, test } from 'vitest'
import type { ReportedCase, ReportedExchange } from '../../reports/report.ts'
import { fingerprintOf } from './fingerprint.ts'

const exchange = (body: string, type = 'application/json', status = 200) =>
  ({
    role: 'judged',
    response: { status, headers: [['Content-Type', type]], body, truncated: false },
  }) as unknown as ReportedExchange

const failed = (id: string, transcript: ReportedExchange[], more: Partial<ReportedCase> = {}) =>
  ({ id, verdict: 'fail', wanted: 'a rejection', transcript, ...more }) as ReportedCase

const of = (...cases: ReportedCase[]) => fingerprintOf({ verdict: 'fail', cases })
const one = (body: string, type?: string, status?: number, wanted = 'a rejection') =>
  of(failed('a', [exchange(body, type, status)], { wanted }))

test('what did not fail has none', () => {
  expect(fingerprintOf({ verdict: 'pass', cases: [] })).toBeUndefined()
  expect(one('{}')).toMatch(/^f1-[0-9a-f]{16}$/)
})

// Users' baselines hold these texts: a different one for the same failure is a change of the format `f1-`.
test('a failure has the fingerprint that it always had', () => {
  expect(one('{"token":"x","user":1}', 'application/json', 200, 'void after 3600 s')).toBe(
    'f1-1cf39f17fd5a4f55',
  )
  const bodies = ['[]', '[1]', '"x"', 'null'].map((body, at) => failed('abcd'[at] ?? '', [exchange(body)]))
  expect(of(...bodies)).toBe('f1-cdc22f4726cf9ea1')
  const mute = { role: 'judged', response: null } as ReportedExchange
  expect(of(failed('a', []), failed('b', [mute]), failed('c', [exchange('<p>', 'text/html')]))).toBe(
    'f1-9c1a88464951f9ee',
  )
})

test('values, numbers, the order of names and of cases make no difference', () => {
  expect(one('{"token":"x","user":1}')).toBe(one('{"user":{"id":7},"token":null}'))
  expect(one('{}', 'application/json')).toBe(one('{}', 'Application/JSON ; charset=utf-8'))
  const { response } = exchange('{}')
  const headers = [['Server', 'x'], ...(response?.headers ?? [])]
  const served = { ...exchange('{}'), response: { ...response, headers } } as ReportedExchange
  expect(of(failed('a', [served]))).toBe(one('{}'))
  expect(one('{}', '', 200, 'at 12.5 s, 3 of 4')).toBe(one('{}', '', 200, 'at 3,600:00 s, 10 of 11'))
  expect(one('[1]')).toBe(one('[{"a":1},2]'))
  const [a, b] = [failed('a', []), failed('b', [])]
  expect(of(a, b)).toBe(of(b, a))
  const passed = { id: 'c', verdict: 'pass', wanted: null, transcript: [] } as unknown as ReportedCase
  expect(of(a, passed)).toBe(of(a))
})

test('status, kind, outer names and what was wanted make one', () => {
  const all = [
    one('{"token":"x"}'),
    one('{"token":"x"}', 'application/json', 201),
    one('{"token":"x"}', 'text/html'),
    one('{"code":101}'),
    one('[]'),
    one('[1]'),
    one('null'),
    one('"x"'),
    one('no JSON'),
    one('{"token":"x"}', 'application/json', 200, 'a token'),
    of(failed('b', [exchange('{"token":"x"}')])),
    of(failed('a', [])),
    of(failed('a', [{ role: 'judged', response: null } as ReportedExchange])),
  ]
  expect(new Set(all).size).toBe(all.length)
})

test('the judged exchange counts, else the last one', () => {
  const twin = { ...exchange('[]'), role: 'twin' } as ReportedExchange
  expect(of(failed('a', [exchange('{}'), twin]))).toBe(one('{}'))
  expect(of(failed('a', [exchange('[1]', '', 500), { ...exchange('{}'), role: 'step' }]))).toBe(
    one('[1]', '', 500),
  )
  const steps = ['{}', '[1]'].map((body) => ({ ...exchange(body), role: 'step' }) as ReportedExchange)
  expect(of(failed('a', [...steps, twin]))).toBe(one('[]'))
})

test('chance counts where nothing else failed, and by its id alone', () => {
  const race = failed('r', [exchange('{}')], { race: true })
  const property = failed('p', [], { counterexample: {} as ReportedCase['counterexample'] & object })
  const fixed = failed('a', [])
  expect(of(fixed, race, property)).toBe(of(fixed))
  expect(of(race)).toBe(of({ ...race, transcript: [] }))
  expect(of(race)).not.toBe(of(property))
})
