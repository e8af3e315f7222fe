import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { renderJunit } from './junit.ts'
import type { Report } from './report.ts'
import { createSampleReport } from './testing/sample-report.ts'

const schema = readFileSync(new URL('./testing/junit.xsd', import.meta.url), 'utf8')
const written = (report: Report): string => String(renderJunit(report)[0]?.content)

async function problems(xml: string): Promise<string[]> {
  const result = await validateXML({ xml: { fileName: 'junit.xml', contents: xml }, schema })
  return result.errors.map(({ rawMessage }) => rawMessage)
}

test('junit.xml keeps the schema, hostile text and all', async () => {
  expect(await problems(written(createSampleReport()))).toEqual([])
})

test('an empty run keeps the schema', async () => {
  expect(await problems(written({ ...createSampleReport(), requirements: [] }))).toEqual([])
})

test('the schema would tell: a missing name, an unescaped bracket, a forbidden character', async () => {
  const xml = written(createSampleReport())
  expect(await problems(xml.replace(/ classname="[^"]*"/, ''))).not.toEqual([])
  expect(await problems(xml.replaceAll('&lt;', '<'))).not.toEqual([])
  expect(await problems(xml.replace('\\u{0}', '\u0001'))).not.toEqual([])
})

test('each verdict takes its place', () => {
  const xml = written(createSampleReport())
  expect(xml).toMatch(
    /^<testsuites name="auth-api-conformance: [^"]*" tests="11" failures="3" errors="2" skipped="2" time="3.412">/m,
  )
  expect(xml).toMatch(/mfa\.seed-one-time\/spent[^>]*>\n<failure message="expected a rejection, but POST/)
  expect(xml).toMatch(/private-token\.permanent\/ten-years[^>]*>\n<error message="The clock did not move/)
  expect(xml).toMatch(/refusal\.no-5xx\/junk[^>]*>\n<error message="TypeError/)
  expect(xml).toMatch(/mfa\.seed-of-another[^>]*>\n<skipped message="untested: declare accounts\.mfa2"\/>/)
  expect(xml).toMatch(/session\.cookie[^>]*>\n<skipped message="not-applicable: declared unsupported"\/>/)
})

test('a suite names the host of the server; a client and a Unix socket are on this machine', () => {
  const report = createSampleReport()
  const hostOf = (baseUrl: string) =>
    /<testsuite [^>]* hostname="([^"]*)"/.exec(
      written({ ...report, subject: { ...report.subject, baseUrl } }),
    )?.[1]
  expect(['https://api.example/x', 'node adapter.mjs', 'unix:/run/api.sock:/api'].map(hostOf)).toEqual([
    'api.example',
    'localhost',
    'localhost',
  ])
})

test('the text of a failure holds the exchanges and how to see it again', () => {
  expect(written(createSampleReport())).toContain(
    '&#10;3. POST /api/users/v1/otp/auth/ (failed here) -&gt; 200 {&quot;token&quot;:&quot;***&quot;}&#10;rerun: npx conformance replay mfa.seed-one-time/spent',
  )
})
