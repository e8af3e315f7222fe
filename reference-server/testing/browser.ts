import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

const executablePath = '/usr/bin/chromium'

/** Why browser tests are skipped; undefined if they run. Throws if a browser is required but missing. */
export const noBrowser: string | undefined = existsSync(executablePath)
  ? undefined
  : `there is no browser at ${executablePath}`
if (noBrowser !== undefined && process.env['REQUIRE_BROWSER'] === '1') throw new Error(noBrowser)

export const startBrowser = () => chromium.launch({ executablePath, args: ['--no-sandbox'] })

/** Light and dark on a desktop, and both on a phone. */
export const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 760 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 760 } },
] as const

/** Opens a page with its own cookies, and collects the errors that it throws, logs or fails to load. */
export async function openPage(browser: Browser, options: Parameters<Browser['newPage']>[0] = {}) {
  const page = await browser.newPage(options)
  // Only stops a hang, as the limit of a test does.
  page.setDefaultTimeout(240_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  return { page, faults }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns accessibility violations of the page as it is now. Evaluates axe, so that the page's own policy stays in force.
 */
export async function objections(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>('axe.run()')
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** How much wider the page is than the window, in pixels. */
export const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Saves a screenshot for people, if a folder for them is set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
