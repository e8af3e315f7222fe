import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { markup, Markup } from './html/markup.ts'
import { requirements } from './html/requirements.ts'
import { attention, summary } from './html/summary.ts'
import { excluded, matrix, observations } from './html/tables.ts'
import type { Artifact, Report } from './report.ts'
import { CONCLUSION_WORDS } from './words.ts'

const asset = (name: string): string => readFileSync(new URL(`./html/${name}`, import.meta.url), 'utf8')
const style = asset('page.css')
const script = asset('page.js')
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only our own style and script, by hash: whatever a server's bodies hold, the browser runs and fetches nothing else. */
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** `report.html`: one page in one file, without a network; whole without its script, which adds filter and search. */
export function renderHtml(report: Report): Artifact[] {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${CONCLUSION_WORDS[report.conclusion]}: ${report.subject.baseUrl}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#requirements">Skip to the requirements</a>
${summary(report)}
<main>
${attention(report)}
${requirements(report)}
${matrix(report)}
${observations(report)}
${excluded(report)}
</main>
<footer><p>Made by ${report.suite.name} ${report.suite.version}. The same in full: <code>report.json</code>.</p></footer>
<script>${new Markup(script)}</script>
</body>
</html>
`
  return [{ path: 'report.html', content: page.text }]
}
