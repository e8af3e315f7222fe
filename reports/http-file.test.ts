import { expect, test } from 'vitest'
import { renderHttpFile } from './http-file.ts'
import type { Report, ReportedExchange } from './report.ts'
import { createSampleReport } from './testing/sample-report.ts'

/** A report with one failed case that has this judged request. */
function failing(request: Partial<ReportedExchange['request']>, got = 'records came'): Report {
  const report = createSampleReport()
  const requirement = report.requirements.find(({ id }) => id === 'mfa.seed-one-time')!
  const one = requirement.cases[0]!
  const judged = one.transcript.at(-1)!
  const plain = { method: 'GET', url: 'http://127.0.0.1:8080/api/v1/users/users/', headers: [], body: null }
  one.got = got
  one.transcript = [{ ...judged, request: { ...plain, ...request } }]
  return { ...report, requirements: [requirement] }
}

const written = (report: Report) => String(renderHttpFile(report)[0]?.content)

test('a request that needs no secret is ready to be sent', () => {
  const headers: [string, string][] = [
    ['Host', '127.0.0.1:8080'],
    ['Accept', 'application/json'],
    ['traceparent', '00-1-2-01'],
    ['Content-Length', '2'],
  ]
  expect(written(failing({ method: 'POST', headers, body: '{}' })))
    .toBe(`# auth-api-conformance: failures of http://127.0.0.1:8080; seed 42, runs 25

### mfa.seed-one-time/spent
# expected a rejection, but records came
POST http://127.0.0.1:8080/api/v1/users/users/ HTTP/1.1
Accept: application/json

{}
`)
})

test.each<[string, Partial<ReportedExchange['request']>]>([
  ['a masked secret in a header', { headers: [['Authorization', 'Bearer ***']] }],
  ['a masked secret in the body', { body: '{"password":"***"}' }],
  ['a shortened body', { body: 'aaaa…' }],
  ['a variable of the editor', { body: '{{$processEnv HOME}}' }],
  ['a variable in the address', { url: 'http://127.0.0.1/{{x}}' }],
  ['a file to be read', { body: '{}\n< /etc/passwd' }],
  ['a script', { body: '{}\n> {% client.log(1) %}' }],
  ['another request', { body: '{}\n### \nGET http://elsewhere.example/' }],
  ['a second line in a header', { headers: [['X', 'a\nGET http://elsewhere.example/']] }],
  ['an address that is none', { url: 'unix:/run/api.sock:/api/' }],
])('%s: no request, but the line that replays it', (_, request) => {
  const text = written(failing(request))
  expect(text).not.toContain('HTTP/1.1')
  expect(text).toMatch(
    /^# mfa\.seed-one-time\/spent can't be sent .*: npx conformance replay mfa\.seed-one-time\/spent/m,
  )
})

test('what a server said stays on its comment line', () => {
  const text = written(failing({}, '@prompt x\n### \nGET http://elsewhere.example/ HTTP/1.1\r\n{{x}}'))
  expect(text.split('\n').filter((line) => /^(GET|###)/.test(line))).toEqual([
    '### mfa.seed-one-time/spent',
    'GET http://127.0.0.1:8080/api/v1/users/users/ HTTP/1.1',
  ])
  expect(text).not.toContain('{{')
})
