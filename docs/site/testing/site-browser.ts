import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** A page of a built site. The site needs no server: the browser's requests are answered from its folder. */
export async function openSite(
  browser: Browser,
  site: string,
  path: string,
  options: BrowserContextOptions = {},
) {
  const page = await (await browser.newContext(options)).newPage()
  page.setDefaultTimeout(40_000)
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.route('**/*', async (route) => {
    const { origin, pathname, href } = new URL(route.request().url())
    const file = join(site, decodeURI(pathname))
    if (origin === 'http://docs.test' && existsSync(file)) return route.fulfill({ path: file })
    problems.push(`${href} is not in the site`)
    return route.abort()
  })
  const open = async (each: string): Promise<void> => {
    await page.goto(`http://docs.test/${each}`)
    // Loaded is not yet ready: keys and buttons work once Vue has taken over the page.
    await page.waitForFunction("'__vue_app__' in document.querySelector('#app')")
  }
  await open(path)
  return { page, problems, open }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What keeps people out of this page. */
export async function objections(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>('axe.run()')
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
