import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { openPage } from '../../../reference-server/testing/browser.ts'

/** A page of a built site. The site needs no server: the browser's requests are answered from its folder. */
export async function openSite(
  browser: Browser,
  site: string,
  path: string,
  options: BrowserContextOptions = {},
) {
  const { page, faults: problems } = await openPage(browser, options)
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
