import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderHtml } from './html.ts'
import { leaving, noBrowser, openFile, startBrowser, type OpenedPage } from './testing/browser.ts'
import { createSampleReport, HOSTILE } from './testing/sample-report.ts'
import { writeArtifacts } from './testing/write-artifacts.ts'

const [artifact] = renderHtml(createSampleReport())
const html = String(artifact?.content)

test('the page names no address to load from', () => {
  expect(html).not.toMatch(/(src|href)="(?!#|data:,")/)
  expect(html).not.toMatch(/url\(|@import/)
})

test('hostile text is escaped, and the page is the same each time', () => {
  expect(html).not.toContain('<img')
  expect(html.match(/<script>/g)).toHaveLength(1)
  expect(html).not.toContain(HOSTILE)
  expect(String(renderHtml(createSampleReport())[0]?.content)).toBe(html)
})

test('an exchange shows what its signature is checked against', () => {
  const report = createSampleReport()
  for (const { transcript } of report.requirements.flatMap(({ cases }) => cases))
    for (const one of transcript)
      Object.assign(one, { signingString: '(request-target): get /?a=<b>\ndate: now' })
  expect(String(renderHtml(report)[0]?.content)).toContain(
    '<pre>(request-target): get /?a=&lt;b&gt;\ndate: now</pre>',
  )
})

test('a number and its unit stay on one line', () => {
  expect(html).toContain('exchanges in 3.4\u00A0s')
})

test('only a case that was judged, or meant to be, can be rerun', () => {
  const shown = html.replaceAll(/<\/?span>/g, '')
  const inPage = (replay: string) => shown.includes(`<code>${replay}</code>`)
  const cases = createSampleReport().requirements.flatMap((requirement) => requirement.cases)
  const rerun = new Set(cases.filter((each) => inPage(each.replay)).map(({ verdict }) => verdict))
  expect([...rerun]).toEqual(expect.arrayContaining(['fail', 'error', 'inconclusive']))
  expect(cases.some(({ verdict }) => verdict === 'untested')).toBe(true)
  expect(rerun).not.toContain('untested')
})

test('the report of a client counts no runs of properties', () => {
  const report = createSampleReport()
  const subject = { ...report.subject, client: { config: 'client.yaml' } }
  const ofClient = String(renderHtml({ ...report, subject })[0]?.content)
  expect(html).toContain('<dt>Properties</dt>')
  expect(ofClient).not.toContain('<dt>Properties</dt>')
  expect(ofClient).toContain(`<dt>Seed</dt><dd>${report.seed}</dd>`)
})

test('an interrupted run has no other conclusion', () => {
  const page = String(renderHtml({ ...createSampleReport(), complete: false })[0]?.content)
  expect(page).toContain('<h1>Interrupted</h1>')
  expect(page).not.toContain('Not conformant')
})

test('failures of one requirement are together at the top, the first two of them in words', () => {
  const report = createSampleReport()
  const requirement = report.requirements.find(({ id }) => id === 'mfa.seed-one-time')!
  const [one] = requirement.cases
  requirement.cases = ['a', 'b', 'c', 'd'].map((name) => ({
    ...one!,
    id: `${requirement.id}/${name}`,
    title: `case ${name}`,
  }))
  const top = String(renderHtml(report)[0]?.content).split('id="requirements"')[0]!
  expect(top.match(/A seed can be exchanged for at most one token\./g)).toHaveLength(1)
  expect(top).toContain('<p>case b: expected')
  expect(top).not.toContain('<p>case c: expected')
  expect(top).toContain('>2 more cases</a>')
})

describe('in a browser', () => {
  let folder: string
  let path: string
  let browser: Browser
  beforeAll(async () => {
    folder = writeArtifacts(renderHtml(createSampleReport()))
    path = join(folder, 'report.html')
    if (noBrowser === false) browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach((context) => context.skip(noBrowser !== false, String(noBrowser)))

  const open = (options?: BrowserContextOptions): Promise<OpenedPage> => openFile(browser, path, options)

  test('nothing that a server said runs, and no request leaves the page', async () => {
    const { page, requests, errors } = await open()
    expect(await page.title()).toBe('Not conformant: http://127.0.0.1:8080')
    expect(leaving(requests, path)).toEqual([])
    expect(errors).toEqual([])
  })

  test('the policy stops a script even where escaping would fail', async () => {
    const { page } = await open()
    await page.locator('footer').evaluate((footer) => {
      footer.innerHTML = `<img src="data:," onerror="document.title = 'owned'">`
    })
    await page.waitForFunction('document.querySelector("img").complete')
    expect(await page.title()).not.toBe('owned')
  })

  test('without a script all is there to read', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not conformant')
    expect(await page.locator('form.filter').isVisible()).toBe(false)
    expect(await page.getByText('The spent seed bought another token.').isVisible()).toBe(true)
  })

  test('filter by verdict, by level and by words', async () => {
    const { page } = await open()
    const shown = (): Promise<string[]> => page.locator('details.requirement:visible .id').allTextContents()
    expect(await shown()).toHaveLength(10)
    await page.getByRole('checkbox', { name: 'failed' }).check()
    expect(await shown()).toEqual(['login.hostile', 'mfa.seed-one-time', 'signature.wrong-secret'])
    expect(await page.locator('output').textContent()).toBe('3 of 10 requirements')
    await page.getByRole('searchbox').fill('SEED otp_url')
    expect(await shown()).toEqual(['mfa.seed-one-time'])
    await page.getByRole('searchbox').fill('')
    await page.getByRole('checkbox', { name: 'failed' }).uncheck()
    await page.getByRole('checkbox', { name: 'should' }).check()
    expect(await shown()).toEqual(['token.not-as-token', 'refusal.no-5xx'])
  })

  test('a link to a requirement opens it, filtered out or not', async () => {
    const { page } = await open()
    await page.getByRole('checkbox', { name: 'failed' }).check()
    await page.evaluate('location.hash = "#requirement-private-token.permanent"')
    await page.getByText('The clock did not move').last().waitFor({ state: 'visible' })
    expect(await page.getByRole('checkbox', { name: 'failed' }).isChecked()).toBe(false)
  })

  test('the keyboard opens a requirement', async () => {
    const { page } = await open()
    const last = page.locator('details.requirement').nth(0)
    await last.locator('summary').first().focus()
    await page.keyboard.press('Enter')
    expect(await last.getAttribute('open')).toBe('')
  })

  test('no page is wider than a phone', async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Open all' }).click()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    const cut = await page
      .locator('pre, p, dd, li, summary')
      .evaluateAll((all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent),
      )
    expect(cut).toEqual([])
    await photograph(page, 'phone')
  })

  test('on paper every failure stands open, the rest is a list, and there are no controls', async () => {
    const { page } = await open()
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('form.filter').isVisible()).toBe(false)
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.getByText('the declared secret with').first().isVisible()).toBe(true)
    const closed = page.locator('details.requirement:not([open]) > .inside')
    expect(await closed.count()).toBeGreaterThan(0)
    expect(await closed.evaluateAll((all) => all.filter((each) => each.checkVisibility()).length)).toBe(0)
  })

  test.each(['light', 'dark'] as const)(
    'axe finds nothing to object to, everything open, %s',
    async (colorScheme) => {
      const { page } = await open({ colorScheme, bypassCSP: true })
      await photograph(page, `${colorScheme}-closed`)
      await page.evaluate('document.querySelectorAll("details").forEach((each) => (each.open = true))')
      await photograph(page, colorScheme)
      await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
      const { violations } = await page.evaluate<AxeResults>('axe.run()')
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    },
  )
})

/** SCREENSHOTS=folder keeps pictures of the page, for people to look at. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
