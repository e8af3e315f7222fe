import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formats } from '../../../reports/formats.ts'
import { createSampleReport } from '../../../reports/testing/sample-report.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { createSecrets } from '../../wire/shown/masking.ts'
import { chooseFormats } from './prepare-output.ts'
import { writeArtifacts } from './write-artifacts.ts'

let out: string
beforeEach(() => (out = mkdtempSync(join(tmpdir(), 'artifacts-'))))
afterEach(() => rmSync(out, { recursive: true, force: true }))

const METACHARACTERS = [
  'Grüße & Küsse = 100% +1',
  `a"b'c<d>e\\f|g_h*i`,
  'tab\there\nline',
  'with\u0001control',
  'mail@host:user#1',
]

test('a report without a secret is written in every format', () => {
  const secrets = createSecrets()
  secrets.add('not-in-the-report', 'a password')
  expect(writeArtifacts(createSampleReport(), { out, formats, secrets })).toBeUndefined()
  expect(readdirSync(out).toSorted()).toEqual([
    'allure-results',
    'badge.json',
    'badge.svg',
    'failures.http',
    'junit.xml',
    'report.har',
    'report.html',
    'report.intoto.json',
    'report.json',
    'report.md',
    'report.sarif',
  ])
})

test.each(METACHARACTERS.flatMap((value) => formats.map((format) => [format, value] as const)))(
  'as %s, no report that holds %j is written',
  (format, value) => {
    const report = createSampleReport()
    report.requirements[2]!.cases[0]!.message = `the server said ${value}!`
    const secrets = createSecrets()
    secrets.add(value, 'the password of ada')
    expect(writeArtifacts(report, { out, formats: [format], secrets })).toContain('the password of ada')
    expect(readdirSync(out)).toEqual([])
  },
)

test('what only some need is written where it is asked for', () => {
  expect(chooseFormats([])).not.toContain('sarif')
  expect(chooseFormats([])).toContain('json')
  expect(chooseFormats(['sarif', 'badge'])).toEqual(['sarif', 'badge'])
})

test("a folder with the name of a report is the operator's to fix", () => {
  const written = () =>
    writeArtifacts(createSampleReport(), { out, formats: ['json'], secrets: createSecrets() })
  mkdirSync(join(out, 'report.json'))
  expect(written).toThrow(UsageError)
  expect(written).toThrow(
    `can't write reports to ${out}: a folder has the name of a report. Give another folder`,
  )
  expect(readdirSync(out), 'nothing is left aside').toEqual(['report.json'])
})
