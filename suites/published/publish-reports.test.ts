import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseReport } from '../../reports/parse-report.ts'
import type { Report } from '../../reports/report.ts'
import { normaliseReport } from './normalise-report.ts'
import { declarationText, judgePublished } from './publish-reports.ts'
import { publishedSubjects } from './subjects.ts'

const published = (file: string) =>
  readFileSync(new URL(`../../reports/published/${file}`, import.meta.url), 'utf8')
const stale = 'reports/published is behind; run npm run publish-reports'

/** What a run decides. How a case of a race ends, and what is observed of random tokens, is chance. */
const decided = ({ conclusion, exitCode, totals, requirements, observations, reproduce }: Report) => ({
  conclusion,
  exitCode,
  totals,
  reproduce,
  requirements: requirements.map(({ id, verdict }) => `${id} ${verdict}`),
  observations: observations.map(({ id }) => id),
})

test('each published declaration is that of its subject, and each report can be read', async () => {
  for (const { name, declaration } of await publishedSubjects()) {
    expect(published(`${name}.conformance.json`), stale).toBe(declarationText(declaration))
    expect(parseReport(published(`${name}.json`)).reproduce).toContain(`${name}.conformance.json`)
    expect(published('comparison.html')).toContain(name)
  }
})

test.for(['reference-server', 'jumpserver-3.10'])(
  'the published report of %s can be made again',
  { timeout: 120_000 },
  async (name) => {
    const again = await judgePublished({ name })
    expect(decided(again), stale).toEqual(decided(parseReport(published(`${name}.json`))))
  },
)

test('a normal report has neither times nor ports, and normalising it again changes nothing', () => {
  const report = parseReport(published('jumpserver-1.4.json'))
  const moved = structuredClone(report)
  Object.assign(moved, { startedAt: '2030-05-05T05:05:05.000Z', durationMs: 7, exchanges: 9 })
  moved.subject.baseUrl = 'http://127.0.0.1:45123'
  const [first] = moved.requirements[0]?.cases ?? []
  Object.assign(first ?? {}, { durationMs: 3, replay: first?.replay.replace('conformance-report', '/t/x1') })
  expect(normaliseReport(moved, '/t/x1')).toEqual(report)
})
