import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderDiffHtml } from '../../../reports/diff-html.ts'
import { compareReports } from '../../../reports/diff.ts'
import { renderJson } from '../../../reports/json.ts'
import { parseReport } from '../../../reports/parse-report.ts'
import { normaliseReport } from './normalise-report.ts'
import { declarationText, judgePublished } from './publish-reports.ts'
import { publishedSubjects } from './subjects.ts'

const published = (file: string) =>
  readFileSync(new URL(`../../../reports/published/${file}`, import.meta.url), 'utf8')
const stale = 'reports/published is behind; run npm run publish-reports'

test('each published declaration is that of its subject, and each report can be read', async () => {
  for (const { name, declaration } of await publishedSubjects()) {
    expect(published(`${name}.conformance.json`), stale).toBe(declarationText(declaration))
    expect(parseReport(published(`${name}.json`)).reproduce).toContain(`${name}.conformance.json`)
    expect(published('comparison.html')).toContain(name)
  }
})

test('the page that compares them is made of them', async () => {
  const reports = (await publishedSubjects()).map(({ name }) => ({
    name: `reports/published/${name}.json`,
    report: parseReport(published(`${name}.json`)),
  }))
  const [page] = renderDiffHtml(compareReports(reports))
  expect(page?.content, stale).toBe(published('comparison.html'))
})

test.for(['reference-server', 'jumpserver-3.10'])(
  'the published report of %s can be made again, to the byte',
  async (name) => {
    const [artifact] = renderJson(await judgePublished({ name }))
    expect(artifact?.content, stale).toBe(published(`${name}.json`))
  },
)

test('a normal report has neither times nor addresses, and normalising it again changes nothing', () => {
  const report = parseReport(published('jumpserver-1.4.json'))
  const moved = structuredClone(report)
  Object.assign(moved, { startedAt: '2030-05-05T05:05:05.000Z', durationMs: 7, exchanges: 9 })
  moved.subject.baseUrl = 'http://127.0.0.1:45123'
  const [first] = moved.requirements[0]?.cases ?? []
  Object.assign(first ?? {}, { durationMs: 3, replay: first?.replay.replace('conformance-report', '/t/x1') })
  expect(normaliseReport(moved, 'jumpserver-1.4', '/t/x1')).toEqual(report)
})

test('a race is left out where the rule is broken anyway, and stays where it decides', () => {
  const report = parseReport(published('reference-server.json'))
  const [requirement] = report.requirements
  const [one] = requirement!.cases
  const raced = (verdict: 'pass' | 'fail', other: 'pass' | 'fail') => {
    const cases = [
      { ...one!, verdict: other },
      { ...one!, id: 'login.json/two-at-once', race: true as const, verdict },
    ]
    const folded = other === 'fail' ? other : verdict
    const requirements = [{ ...requirement!, verdict: folded, cases }]
    return normaliseReport({ ...report, requirements }, 'a', 'out').requirements[0]?.cases.length
  }
  expect([raced('pass', 'pass'), raced('fail', 'pass'), raced('pass', 'fail')]).toEqual([2, 2, 1])
})
