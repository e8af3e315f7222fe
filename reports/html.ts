import { htmlDocument } from './html/document.ts'
import { matrix } from './html/matrix.ts'
import { markup } from './html/markup.ts'
import { requirements } from './html/requirements.ts'
import { attention, summary } from './html/summary.ts'
import { excluded, observations } from './html/tables.ts'
import type { Artifact, Report } from './report.ts'
import { headline } from './words.ts'

/** `report.html`: one page in one file that needs no network. It works without its script, which adds filter and search. */
export function renderHtml(report: Report): Artifact[] {
  const title = `${headline(report)}: ${report.subject.baseUrl}`
  const body = markup`<a class="skip" href="#requirements">Skip to the requirements</a>
${summary(report)}
<main>
${attention(report)}
${requirements(report)}
${matrix(report)}
${observations(report)}
${excluded(report)}
</main>
<footer><p>Made by ${report.suite.name} ${report.suite.version}. All details are in <code>report.json</code>.</p></footer>`
  return [{ path: 'report.html', content: htmlDocument(title, body, { filter: true }) }]
}
