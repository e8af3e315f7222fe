import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createSampleReport } from './testing/sample-report.ts'
import { renderText } from './text.ts'

const report = createSampleReport()

test('the whole text is as in the golden file', async () => {
  await expect(renderText(report, { colour: false })).toMatchFileSnapshot('./testing/text.golden.txt')
})

test('a failure says where, wanted, got, and how to see it again', () => {
  expect(renderText(report, { colour: false })).toContain(
    `fail  mfa.seed-one-time: a seed that bought a token buys no second one
      expected a rejection, but POST /api/users/v1/otp/auth/ answered 200 {"token":"***"}
      changed: the seed: it has already bought a token
      1. POST /api/users/v1/auth/ -> 300   2. POST /api/users/v1/otp/auth/ -> 200   3. POST /api/users/v1/otp/auth/ -> 200 (failed here)
      rerun: npx conformance replay mfa.seed-one-time/spent --from conformance-report/report.json
`,
  )
})

test('colour changes nothing but colour', () => {
  const coloured = renderText(report, { colour: true })
  expect(coloured).toContain('\u001b[')
  expect(stripVTControlCharacters(coloured)).toBe(renderText(report, { colour: false }))
})

test('no server can put a control character on the terminal', () => {
  expect(renderText(report, { colour: false })).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
})

test('the last line is the conclusion', () => {
  expect(renderText(report, { colour: false }).trimEnd().split('\n').at(-1)).toBe(
    'Not conformant: http://127.0.0.1:8080. The server breaks 3 rules of the specification.',
  )
})

test('one thing to declare is one line, however many requirements wait for it', () => {
  const untested = report.requirements.find(({ verdict }) => verdict === 'untested')
  const twice = { ...report, requirements: [...report.requirements, { ...untested!, id: 'mfa.other' }] }
  expect(renderText(twice, { colour: false })).toContain(
    '\n  declare accounts.mfa2: mfa.seed-of-another-account, mfa.other\n',
  )
})

test('an interrupted run says so in its last line', () => {
  expect(renderText({ ...report, complete: false }, { colour: false })).toMatch(
    /\nInterrupted: http:[^\n]*\n$/,
  )
})

test('a failure names the trace id of the exchange that failed it, to find it in the log of the server', () => {
  const report = createSampleReport()
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const failed = report.requirements
    .flatMap(({ cases }) => cases)
    .find(({ transcript }) => transcript.length > 2)
  const last = failed?.transcript.at(-1)
  expect(renderText(report, { colour: false })).not.toContain('trace id')
  Object.assign(last ?? {}, { traceId })

  expect(renderText(report, { colour: false })).toContain(
    `      log: search for trace id ${traceId} (exchange ${last?.number})\n`,
  )
})

test('a failure shows what the signature of the exchange that failed it is checked against', () => {
  const report = createSampleReport()
  const failed = report.requirements
    .flatMap(({ cases }) => cases)
    .find(({ verdict, transcript }) => verdict === 'fail' && transcript.length > 0)
  const last = failed?.transcript.at(-1)
  expect(renderText(report, { colour: false })).not.toContain('signing string')
  Object.assign(last ?? {}, { signingString: '(request-target): get /\ndate: now' })

  expect(renderText(report, { colour: false })).toContain(
    `      signing string of exchange ${last?.number}, without a line break at its end:\n        (request-target): get /\n        date: now\n`,
  )
})

test('an exchange without a response says why', () => {
  const report = createSampleReport()
  for (const { transcript } of report.requirements.flatMap(({ cases }) => cases))
    for (const one of transcript) Object.assign(one, { response: null, error: 'sent to another origin' })
  expect(renderText(report, { colour: false })).toMatch(/ 1\. GET [^\n]* -> sent to another origin/)
})

test('a single exchange is one exchange', () => {
  expect(renderText({ ...report, exchanges: 1 }, { colour: false })).toContain('run     1 exchange in ')
})
