import { expect, test } from 'vitest'
import { explainExit } from './words.ts'
import { renderMarkdown } from './markdown.ts'
import { renderText } from './text.ts'
import type { Report, ReportedRequirement, Totals } from './report.ts'
import { createSampleReport } from './testing/sample-report.ts'

const none: Totals = { pass: 0, fail: 0, inconclusive: 0, 'not-applicable': 0, untested: 0, error: 0 }
const sample = createSampleReport()
const inconclusive = sample.requirements.filter(({ cases }) =>
  cases.some(({ verdict }) => verdict === 'inconclusive'),
)
const ended = (exitCode: number, more: Partial<Report> = {}): Report => ({
  ...createSampleReport(),
  exitCode,
  complete: true,
  ...more,
})

test('the codes that the conclusion does not explain have a reason', () => {
  expect([0, 1].map((code) => explainExit(ended(code)))).toEqual(['', ''])
  expect(explainExit(ended(4))).toBe('4: the baseline is stale')
  expect(explainExit(ended(5))).toBe('5: the suite itself failed')
  expect(explainExit(ended(3, { complete: false }))).toBe('')
})

test('3 says what could not be judged; a known failure is not the reason', () => {
  const [one] = inconclusive
  const known: ReportedRequirement = {
    ...one!,
    id: 'known.rule',
    baseline: { status: 'known', reason: 'r', owner: 'o', expires: '2027-01-01' },
  }
  expect(explainExit(ended(3, { requirements: [one!, known] }))).toBe('3: cases of 1 rule are inconclusive')
  const totals = { must: { ...none, pass: 1, untested: 1 }, should: none }
  expect(explainExit(ended(3, { requirements: [known], totals }))).toBe(
    '3: not every must was judged in full, as --require-complete demands',
  )
  expect(explainExit(ended(3, { requirements: [], totals: { must: none, should: none } }))).toBe(
    '3: nothing was judged',
  )
  expect(explainExit(ended(3, { subjectEnded: 'SIGSEGV' }))).toBe('3: the run was not finished')
})

test('the terminal and the job summary show it', () => {
  const report = ended(4)
  expect(renderText(report, { colour: false })).toContain('\nexit    4: the baseline is stale\n')
  expect(renderText(ended(1), { colour: false })).not.toContain('\nexit ')
  expect(String(renderMarkdown(report)[0]?.content)).toContain('\nExit code 4: the baseline is stale.\n')
})
