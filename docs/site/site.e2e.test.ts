import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { decodeHTML } from 'entities'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { packageFolder } from '../../harness/subject/files/package-folder.ts'
import { noBrowser, objections, startBrowser } from '../../reference-server/testing/browser.ts'
import { catalogue } from '../../suites/catalogue/index.ts'
import { publishedVerdicts } from './report-pages.ts'
import { openSite } from './testing/site-browser.ts'

const run = promisify(execFile)
const root = packageFolder()
/** Pages in one file that have no menu: the published reports, and the one that compares them. */
const isReport = (path: string): boolean => /^reports\/published\/(?!index)/.test(path)

let site: string
let pages: string[]
beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), 'site-'))
  await run(process.execPath, [join(root, 'dist/docs/site/write-pages.js')])
  // Fails if a link leads to a page or file that doesn't exist.
  const vitepress = join(root, 'node_modules/vitepress/bin/vitepress.js')
  await run(process.execPath, [vitepress, 'build', 'docs/site', '--outDir', site], { cwd: root })
  pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.html') && path !== '404.html' && !isReport(path),
  )
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

const htmlOf = (path: string): string => readFileSync(join(site, path), 'utf8')
/** The words of a page, or of a line of Markdown, without marks and spaces. */
const wordsOf = (text: string): string => decodeHTML(text).replace(/[\s\u200b`*_]/g, '')
const wordsOfPage = (path: string): string =>
  wordsOf(
    htmlOf(path)
      .replace(/^.*<main/s, '')
      .replace(/<\/?[a-z][^>]*>/g, ''),
  )

test('each requirement has a page with its words, its cases and its defects', () => {
  for (const [id, { statement, source, reading = '' }] of Object.entries(catalogue.requirements)) {
    const words = wordsOfPage(`docs/requirements/${id}.html`)
    const missing = [statement, source.quote, reading].filter((part) => !words.includes(wordsOf(part)))
    expect(missing, id).toEqual([])
    expect(words, id).toMatch(/Cases.+Defectsthatproveit(?:Theself-testplants|Noneisplanted)/)
  }
  const html = htmlOf('docs/requirements/mfa.seed-one-time.html')
  expect(html).toContain('a seed that bought a token buys no second one')
  expect(html).toContain('<strong>seed-not-spent</strong>')
})

test('each link to a heading finds it', () => {
  const anchors = new Map(
    pages.map((path) => [
      path,
      new Set([...htmlOf(path).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => decodeHTML(id))),
    ]),
  )
  const links = pages.flatMap((path) =>
    [...htmlOf(path).matchAll(/ href="([^"#:]*)#([^"]+)"/g)].map(([, to = '', anchor = '']) => ({
      path,
      to,
      anchor,
    })),
  )
  const broken = links.filter(({ path, to, anchor }) => {
    const target = to === '' ? path : to.startsWith('/') ? to.slice(1) : posix.join(posix.dirname(path), to)
    return !anchors
      .get(target.replace(/^\.\//, '').replace(/^$|\/$/, '$&index.html'))
      ?.has(decodeURIComponent(anchor))
  })
  expect(links.length).toBeGreaterThan(1000)
  expect(broken).toEqual([])
})

test('each page is in a sidebar, and each linked file is in the site', () => {
  const sidebars = htmlOf('index.html') + htmlOf('docs/requirements.html')
  const missing = pages.filter(
    (path) => !sidebars.includes(`href="/${path.replace(/(^|\/)index\.html$/, '$1')}"`),
  )
  expect(missing).toEqual([])
  for (const file of ['LICENSE', 'reports/report.schema.json', 'reports/published/comparison.html'])
    expect(existsSync(join(site, file)), file).toBe(true)
})

test.each(publishedVerdicts(join(root, 'reports/published')))(
  'the published report of $name is a page, which leads to its JSON',
  ({ name, verdicts }) => {
    expect(htmlOf('reports/published/index.html')).toContain(`href="${name}.html"`)
    expect(htmlOf('docs/requirements/login.json.html')).toContain(
      `href="../../reports/published/${name}.html"`,
    )
    const html = htmlOf(`reports/published/${name}.html`)
    for (const id of verdicts.keys()) expect(html).toContain(`id="requirement-${id}"`)
    expect(html).toContain(`<a href="${name}.json" download>`)
    expect(existsSync(join(site, `reports/published/${name}.json`))).toBe(true)
  },
)

test('markup in Markdown is text, other than a picture', () => {
  expect(htmlOf('fixtures/specification.html')).toContain('Bearer &lt;ACCESS_TOKEN&gt;')
  for (const look of ['light', 'dark'])
    expect(htmlOf('index.html')).toMatch(
      new RegExp(`<img class="on-${look}" src="/assets/report-${look}[^"]+\\.png"`),
    )
})

describe('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    if (noBrowser === undefined) browser = await startBrowser()
  })
  afterAll(() => browser?.close())
  beforeEach((context) => context.skip(noBrowser !== undefined, noBrowser))

  test('the search finds a requirement by its id, and nothing is loaded from elsewhere', async () => {
    const { page, problems } = await openSite(browser, site, 'docs/guides/ci.html')
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('seed-one-time')
    await page.locator('.results a[href*="requirements/mfa.seed-one-time"]').first().click()
    await page.getByRole('heading', { level: 1, name: 'mfa.seed-one-time' }).waitFor()
    expect(problems).toEqual([])
  })

  test('on a phone no page is wider than the screen, and nothing covers code', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
    const { page, open } = await openSite(browser, site, 'index.html', phone)
    // Pages of requirements are alike: those of one topic stand for all.
    for (const path of pages.filter((each) => !/requirements.(?!mfa.seed)/.test(each))) {
      await open(path)
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(390)
      const covered =
        await page.evaluate<number>(`[...document.querySelectorAll('button.copy, span.lang')].filter(
        (each) => each.getBoundingClientRect().bottom > each.parentElement.querySelector('code').getBoundingClientRect().top
      ).length`)
      expect(covered, path).toBe(0)
    }
  })

  const looks = [
    ['light', 1400],
    ['dark', 390],
  ] as const
  test.each(looks)('axe finds nothing to object to, %s, %i wide', async (colorScheme, width) => {
    const { page, open } = await openSite(browser, site, 'index.html', {
      colorScheme,
      viewport: { width, height: 900 },
    })
    for (const path of [
      'index',
      'docs/guides/ci',
      'docs/requirements/mfa.seed-one-time',
      'docs/kill-matrix',
    ]) {
      await open(`${path}.html`)
      expect(await objections(page), path).toEqual([])
    }
  })
})
