import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { packageFolder } from '../../harness/subject/package-folder.ts'
import { noBrowser, openFile, startBrowser } from '../../reports/testing/browser.ts'
import { catalogue } from '../../suites/catalogue/index.ts'
import { createAddresses } from './addresses.ts'
import { buildSite } from './build-site.ts'
import { brokenLinks } from './check-links.ts'
import { plain, toHtml } from './to-html.ts'

let files: Map<string, string | Uint8Array>
beforeAll(async () => {
  // Throws where a link of any page leads nowhere.
  files = await buildSite(packageFolder())
})
const page = (path: string): string => String(files.get(path))

test.each(Object.entries(catalogue.requirements))('%s has a page of its own', (id, requirement) => {
  const text = plain(page(`requirements/${id}.html`))
  const shown = (markdown: string): string =>
    plain(toHtml(markdown, { link: (href) => href, word: () => undefined }).html)
  expect(text).toContain(shown(requirement.statement))
  expect(text).toContain(shown(requirement.source.quote))
  expect(text).toContain(shown(requirement.reading ?? requirement.level))
  expect(text).toContain('Asks for:')
  expect(text).toMatch(/Defects that prove it (The self-test|None)/)
})

test('the page of a requirement shows cases and defects, and leads to the sentence', () => {
  const html = page('requirements/mfa.seed-one-time.html')
  expect(html).toContain('a seed that bought a token buys no second one')
  expect(html).toContain('<strong>seed-not-spent</strong>')
  expect(html).toContain(
    'href="../specification.html#second-factor-challenge-response-login-when-mfa-is-enabled-for-the-account"',
  )
})

test('what the issue of a site asks for is in the menu', () => {
  const menu = page('index.html')
  for (const path of [
    'reading-a-verdict',
    'requirements/index',
    'declaration',
    'clock-protocol',
    'report-schema',
    'exit-codes',
    'contributing',
  ])
    expect(menu).toContain(`href="${path}.html"`)
})

test('links to a missing file or anchor are found', () => {
  const broken = brokenLinks(
    new Map([
      ['a.html', '<a href="b.html#there">1</a><a href="b.html#gone">2</a><a href="c/d.html">3</a>'],
      ['b.html', '<h2 id="there">x</h2><a href="#gone">4</a><a href="https://example.com/">5</a>'],
    ]),
  )
  expect(broken).toEqual([
    'a.html links to b.html#gone: b.html has no such anchor',
    'a.html links to c/d.html: there is no c/d.html',
    'b.html links to #gone: b.html has no such anchor',
  ])
})

test('a link to a file that is not in the site stops the build', () => {
  const from = { source: 'docs/a.md', path: 'a.html', markdown: '' }
  const { link } = createAddresses([from], new Map([['LICENSE', 'LICENSE.txt']]), new Map())
  expect(link(from, '../LICENSE')).toBe('LICENSE.txt')
  expect(() => link(from, 'gone.md')).toThrow('docs/a.md links to gone.md, which is not in the site')
})

test('markup within Markdown is text', () => {
  const { html } = toHtml('# a\n\n<img src=x> Bearer <ACCESS_TOKEN>', {
    link: (href) => href,
    word: () => undefined,
  })
  expect(html).not.toMatch(/<img|<ACCESS/)
})

describe('in a browser', () => {
  let folder: string
  let browser: Browser
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'site-'))
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    if (noBrowser === false) browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach((context) => context.skip(noBrowser !== false, String(noBrowser)))

  test('the search finds a requirement by a word of its statement, and Enter opens it', async () => {
    const { page, requests, errors } = await openFile(browser, join(folder, 'guides/ci.html'))
    await page.keyboard.press('/')
    await page.keyboard.type('seed-one-time')
    await page
      .getByRole('link', { name: /^mfa\.seed-one-time/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'mfa.seed-one-time' }).waitFor()
    const own = pathToFileURL(folder).href
    expect(requests.filter((url) => !url.startsWith(own) && !url.startsWith('data:'))).toEqual([])
    expect(errors).toEqual([])
  })

  test('on a phone no page is wider than the screen, and the menu opens', async () => {
    const phone = { viewport: { width: 390, height: 844 } }
    const { page } = await openFile(browser, join(folder, 'index.html'), phone)
    for (const path of files.keys()) {
      // Pages of requirements are alike: those of one topic stand for all.
      if (!path.endsWith('.html') || /^published.comparison|^requirements.(?!mfa)/.test(path)) continue
      await page.goto(pathToFileURL(join(folder, path)).href)
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(390)
    }
    const menu = page.getByRole('navigation', { name: 'Pages' })
    expect(await menu.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    expect(await menu.isVisible()).toBe(true)
  })

  const looks = [
    ['light', 1400],
    ['dark', 390],
  ] as const
  test.each(looks)('axe finds nothing to object to, %s, %i wide', async (colorScheme, width) => {
    const look = { colorScheme, viewport: { width, height: 900 } }
    for (const path of [
      'index.html',
      'requirements/mfa.seed-one-time.html',
      'report-schema.html',
      'exit-codes.html',
    ]) {
      const { page } = await openFile(browser, join(folder, path), look)
      await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
      const { violations } = await page.evaluate<AxeResults>('axe.run()')
      expect(violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)])).toEqual([])
      await page.context().close()
    }
  })
})
