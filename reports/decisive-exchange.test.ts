import { expect, test } from 'vitest'
import { renderHar } from './har.ts'
import { renderHtml } from './html.ts'
import { renderHttpFile } from './http-file.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { Report } from './report.ts'
import { createSampleReport } from './testing/sample-report.ts'
import { renderText } from './text.ts'

/** A report with one failed case: exchange 10 of 17 failed it, and more judged ones follow. */
function lateControls(): Report {
  const report = createSampleReport()
  const requirement = report.requirements.find(({ id }) => id === 'mfa.seed-one-time')!
  const one = requirement.cases[0]!
  const { violates: _, ...judged } = one.transcript.at(-1)!
  one.transcript = Array.from({ length: 17 }, (__, index) => ({
    ...judged,
    number: index + 1,
    request: {
      method: 'GET',
      url: `http://127.0.0.1:8080/list/${index + 1}`,
      headers: [['Accept', 'text/html']],
      body: null,
    },
    traceId: `trace-${index + 1}`,
    ...(index === 9 ? { violates: true as const } : {}),
  }))
  return { ...report, requirements: [requirement] }
}
const content = (artifacts: { content: string | Uint8Array }[]) => String(artifacts[0]?.content)

test('the terminal shows the exchanges up to the one that failed the case, and how to find it in the log', () => {
  const text = renderText(lateControls(), { colour: false })
  expect(text).toMatch(
    /\(2 earlier exchanges\) {3}3\. GET .* {3}10\. GET \/list\/10 -> 200 \(failed here\) {3}\(7 later exchanges\)\n/,
  )
  expect(text).toContain('log: search for trace id trace-10 (exchange 10)')
})

test('each format marks the exchange that failed the case, and no other', () => {
  const marked = { junit: renderJunit, markdown: renderMarkdown, har: renderHar }
  for (const [name, render] of Object.entries(marked)) {
    const marks = content(render(lateControls())).match(/failed here|the one that failed it/g)
    expect(marks, name).toHaveLength(1)
  }
  expect(content(renderHttpFile(lateControls()))).toContain('GET http://127.0.0.1:8080/list/10 HTTP/1.1')
  const [opened, ...others] =
    content(renderHtml(lateControls())).match(/<details class="exchange [^>]* open>.*?<\/summary>/gs) ?? []
  expect(opened).toMatch(/\/list\/10<.*failed here/s)
  expect(others).toEqual([])
})
