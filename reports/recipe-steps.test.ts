import { expect, test } from 'vitest'
import { renderAllure } from './allure.ts'
import { renderHtml } from './html.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { Report } from './report.ts'
import { renderSarif } from './sarif.ts'
import { createSampleReport } from './testing/sample-report.ts'
import { renderText } from './text.ts'

/** The sample report with a sequence of steps as its counterexample. */
function sequenceReport(): Report {
  const report = createSampleReport()
  const cases = report.requirements.flatMap((each) => each.cases)
  for (const { counterexample } of cases)
    if (counterexample) counterexample.recipe = '1. ada logs in; 2. a minute goes by; 3. she logs in'
  return report
}

const content = (artifacts: { content: string | Uint8Array }[]) =>
  artifacts.map((one) => String(one.content)).join('\n')

test.each<[name: string, render: (report: Report) => string, step: string]>([
  ['text', (report) => renderText(report, { colour: false }), '\n        2. a minute goes by\n'],
  ['junit', (report) => content(renderJunit(report)), '&#10;  2. a minute goes by&#10;'],
  ['sarif', (report) => content(renderSarif(report)), '\\n  2. a minute goes by\\n'],
  ['markdown', (report) => content(renderMarkdown(report)), '<br>2\\. a minute goes by<br>'],
  ['allure', (report) => content(renderAllure(report)), '\\n2. a minute goes by\\n'],
  ['html', (report) => content(renderHtml(report)), '<br>2. a minute goes by<br>'],
])('%s: each step of a counterexample stands on a line of its own', (_, render, step) => {
  expect(render(sequenceReport())).toContain(step)
})
