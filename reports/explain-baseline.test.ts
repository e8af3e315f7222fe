import { expect, test } from 'vitest'
import { renderHtml } from './html.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { Report, RequirementBaseline } from './report.ts'
import { createSampleReport } from './testing/sample-report.ts'
import { renderText } from './text.ts'

function sample(): Report {
  const report = createSampleReport()
  const entries: Record<string, RequirementBaseline['status']> = {
    'mfa.seed-one-time': 'known',
    'login.hostile': 'changed',
    'login.json': 'stale',
    'session.cookie': 'expired',
  }
  for (const each of report.requirements) {
    const status = entries[each.id]
    if (status) each.baseline = { status, reason: 'old <b>clients</b>', owner: 'ada', expires: '2026-12-31' }
  }
  return report
}

const rendered = (report: Report) => ({
  text: renderText(report, { colour: false }),
  markdown: String(renderMarkdown(report)[0]?.content),
  html: String(renderHtml(report)[0]?.content),
})

test.for(['text', 'markdown', 'html'] as const)('%s says what the baseline says', (format) => {
  const content = rendered(sample())[format]
  expect(content).toContain('1 changed, 1 stale, 1 expired, 1 known')
  expect(content).toContain('known failure until 2026-12-31, owner ada: old')
  expect(content).toContain('fails differently from its entry')
  expect(content).toContain('stale: it passes now')
  expect(content).toContain('the entry expired on 2026-12-31')
  if (format !== 'text') expect(content).not.toContain('<b>clients')
})

test('JUnit says beside a failure what the baseline says of it', () => {
  expect(renderJunit(sample())[0]?.content).toContain('baseline: known failure until 2026-12-31, owner ada')
})

test('failures that are known stand behind the others', () => {
  const { text } = rendered(sample())
  expect(text.indexOf('signature.wrong-secret: ')).toBeLessThan(text.indexOf('mfa.seed-one-time: '))
  expect(text.indexOf('mfa.seed-one-time: ')).toBeLessThan(text.indexOf('refusal.no-5xx (should): '))
})

test('nothing is said without a baseline', () => {
  for (const content of Object.values(rendered(createSampleReport()))) {
    expect(content).not.toMatch(/baseline(?!;)\b.*(known|entry)/i)
  }
})
