import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

const CHROMIUM = '/usr/bin/chromium'
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Why there is no browser for a test, or false if there is one; for `context.skip(noBrowser !== false, noBrowser)`. Always
 * false with REQUIRE_BROWSER=1, so that the test fails at the launch instead of being skipped.
 */
export const noBrowser: string | false =
  existsSync(CHROMIUM) || process.env['REQUIRE_BROWSER'] === '1'
    ? false
    : `no browser: ${CHROMIUM} is missing`

/** Starts Debian's Chromium, headless. @throws Error if it is missing */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
}

/** A page opened from disk, with every request it made and every error it logged. */
export interface OpenedPage {
  page: Page
  requests: string[]
  errors: string[]
}

/** Opens a file in a new context and waits until it is loaded. */
export async function openFile(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const page = await browser.newPage(options)
  // Only stops a hang, as the limit of a test does.
  page.setDefaultTimeout(240_000)
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(pathToFileURL(path).href)
  return { page, requests, errors }
}

/** The requests that leave the page, which are neither for the file itself nor for data within it. */
export function leaving(requests: readonly string[], path: string): string[] {
  const own = pathToFileURL(path).href
  return requests.filter(
    (url) => !url.startsWith('data:') && !url.startsWith('blob:') && url.split('#')[0] !== own,
  )
}
