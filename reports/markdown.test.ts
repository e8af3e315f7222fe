import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'
import type { Report } from './report.ts'
import { createSampleReport, HOSTILE } from './testing/sample-report.ts'

const written = (report: Report): string => String(renderMarkdown(report)[0]?.content)
const withoutCode = (markdown: string): string => markdown.replace(/^(`{3,})\n[^]*?\n\1$/gm, '')

test('the whole page is as in the golden file', async () => {
  await expect(written(createSampleReport())).toMatchFileSnapshot('./testing/markdown.golden.txt')
})

test('nothing that a server says is markup', () => {
  const prose = withoutCode(written(createSampleReport()))
  expect(prose).not.toMatch(/<(?!\/?(details|summary)>)/)
  expect(prose).not.toMatch(/(?<!\\)`\|/)
  expect(prose).not.toContain(HOSTILE)
})

test('a pipe ends no cell', () => {
  const report = createSampleReport()
  report.observations[0]!.answer = 'a | b'
  expect(written(report)).toContain('a \\| b |')
})

test('no mention, issue, emoji or address comes to life', () => {
  const report = {
    ...createSampleReport(),
    notes: ['ask @someone about #1 :tada: at https://x.example or www.x.example'],
  }
  expect(written(report)).toContain(
    'ask &#64;someone about &#35;1 &#58;tada: at https&#58;//x.example or www\\.x.example',
  )
})

test('a body full of backticks stays within its block', () => {
  const report = createSampleReport()
  report.requirements[2]!.cases[0]!.transcript[0]!.response!.body = '````\n# owned'
  expect(written(report)).toMatch(/^`{5}\n1\. POST[^]*?# owned[^]*?\n`{5}$/m)
})

test('a page too large for a job summary is cut at a paragraph, with a note', () => {
  const report = createSampleReport()
  report.requirements = Array.from({ length: 800 }, (_, index) => ({
    ...report.requirements[2]!,
    id: `mfa.rule-${index}`,
  }))
  for (const each of report.requirements) each.cases[0]!.message = 'x'
  report.requirements[2]!.cases[0]!.transcript[0]!.response!.body = 'ä'.repeat(1990)
  const page = written(report)
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(1024 * 1024)
  expect(page).toMatch(/> The rest was left out[^\n]*\n$/)
  expect(page.match(/^`{3,}$/gm)!.length % 2).toBe(0)
})
