import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { marked } from 'marked'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAllureHtml } from './allure-html.ts'
import { renderAllure } from './allure.ts'
import { renderHtml } from './html.ts'
import { renderMarkdown } from './markdown.ts'
import type { Report } from './report.ts'
import { noBrowser, openFile, startBrowser } from './testing/browser.ts'
import { createSampleReport, HOSTILE } from './testing/sample-report.ts'
import { writeArtifacts } from './testing/write-artifacts.ts'

const payloads = [
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<svg onload=window.ran=1>',
  '<svg><script>window.ran=1</script></svg>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<details open ontoggle=window.ran=1>',
  '<a href="javascript:window.ran=1">x</a>',
  '<form action="javascript:window.ran=1"><button>x</button></form>',
  '<math><mtext></math><img src=x onerror=window.ran=1>',
  '[x](javascript:window.ran=1)',
  '![x](x"onerror="window.ran=1)',
  '<javascript:window.ran=1>',
  '[x]: javascript:window.ran=1',
  '<style>@import "javascript:window.ran=1"</style>',
  '<meta http-equiv=refresh content="0;url=javascript:window.ran=1">',
  '<base href="javascript:window.ran=1//">',
]

/** The contexts in which a text may appear; each payload closes one of them. */
const contexts: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `">${payload}`,
  (payload) => `'>${payload}`,
  (payload) => `</script>${payload}`,
  (payload) => `-->${payload}`,
  (payload) => `</textarea></title></style>${payload}`,
  (payload) => `\n\n\`\`\`\n\n${payload}\n`,
  (payload) => `| \`${payload}`,
  (payload) => `\\${payload}`,
  (payload) => `]]>${payload}`,
]
const injections = contexts.flatMap((lead) => payloads.map((payload) => lead(payload)))

/** The sample report with a case for each text, which appears wherever a case quotes the server. */
function injected(texts: readonly string[] = injections): Report {
  const report = createSampleReport()
  for (const requirement of report.requirements) {
    if (requirement.id !== 'login.hostile') continue
    const quoted = JSON.stringify(HOSTILE).slice(1, -1)
    requirement.cases = requirement.cases.flatMap((one) =>
      texts.map((text, at) => ({
        ...(JSON.parse(
          JSON.stringify(one).replaceAll(quoted, () => JSON.stringify(text).slice(1, -1)),
        ) as typeof one),
        id: `${one.id}-${at}`,
        title: `injected ${at}`,
      })),
    )
  }
  report.observations[0]!.answer = injections.join(' ')
  report.notes.push(...injections)
  return report
}

let browser: Browser
beforeAll(async () => {
  if (noBrowser === false) browser = await startBrowser()
})
afterAll(() => browser?.close())
beforeEach((context) => context.skip(noBrowser !== false, String(noBrowser)))

/** Collects what could run in a page, apart from its own script. */
const runnable = `[
  ...[...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) => /^on/i.test(name) || /^\\s*javascript:/i.test(value) || name === 'srcdoc')
      .map(({ name, value }) => element.tagName + ' ' + name + '=' + value)),
  ...[...document.querySelectorAll('script, iframe, object, embed, base, meta[http-equiv=refresh]')].map((one) => one.outerHTML),
].filter((one) => /ran=1/.test(one)).concat(window.ran ?? [])`

test('what could run in a page is found', async () => {
  const page = await browser.newPage()
  for (const payload of payloads.slice(0, 8)) {
    await page.setContent(payload)
    expect(await page.evaluate(runnable), payload).not.toEqual([])
  }
  await page.close()
})

test(`none of ${injections.length} injections runs or could run in the page of a report`, async () => {
  const folder = writeArtifacts(renderHtml(injected()))
  try {
    const { page } = await openFile(browser, join(folder, 'report.html'))
    expect(await page.content()).toContain('window.ran=1')
    expect(await page.evaluate(runnable)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('no injection runs in the Markdown of a report, however it is shown', async () => {
  const html = await marked.parse(String(renderMarkdown(injected())[0]?.content))
  const page = await browser.newPage()
  await page.setContent(html)
  expect(html).toContain('window.ran=1')
  expect(await page.evaluate(runnable)).toEqual([])
  await page.close()
})

test("no injection runs in Allure's page, where a case says them all", async () => {
  const folder = writeArtifacts(renderAllure(injected([injections.join('\n')])))
  try {
    const path = await buildAllureHtml(join(folder, 'allure-results'), join(folder, 'allure-html'))
    const { page } = await openFile(browser, path)
    await page.getByText('injected 0').first().click()
    await page.getByText('fail: expected a rejection').first().waitFor()
    expect(await page.content()).toContain('window.ran=1')
    expect(await page.evaluate(runnable)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
