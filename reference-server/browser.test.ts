import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from './server.ts'

const executablePath = '/usr/bin/chromium'
const missing = !existsSync(executablePath)
if (missing && process.env['REQUIRE_BROWSER'] === '1')
  throw new Error(`there is no browser at ${executablePath}`)
const why = missing ? ` (skipped: there is no browser at ${executablePath})` : ''

describe.skipIf(missing)(`in a browser${why}`, () => {
  let browser: Browser
  let server: RunningServer
  let page: Page
  const faults: string[] = []
  beforeAll(async () => {
    server = await startServer({ fastHash: true, debug: true })
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    page = await browser.newPage()
    page.setDefaultTimeout(5_000)
    page.on('pageerror', (error) => faults.push(String(error)))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const dee = { username: 'dee', password: 'dee-Turquoise-Kettle-77' }
  const fill = async (form: string, fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) await page.fill(`${form} [name=${name}]`, value)
    await page.click(`${form} button`)
  }

  test('the reference page logs in, lists with what it got, and writes the signed request', async () => {
    await page.goto(`${server.url}/api/docs/`)
    await page.click('#login-v1 summary')
    await fill('#login-v1', dee)
    await page.waitForSelector('#login-v1 .good')
    await page.click('#list-v1 summary')
    await page.click('#list-v1 button')
    await page.waitForSelector('#list-v1 .good')
    expect(await page.textContent('#list-v1 .answer')).toContain('"username": "ada"')

    server.clock.advance({ hours: 2 })
    const [key] = server.parts.demo.accessKeys
    await page.selectOption('[name=method]', 'signature')
    await page.fill('[name=keyId]', key?.keyId ?? '')
    await page.fill('[name=keySecret]', key?.keySecret ?? '')
    await page.click('#list-v1 button')
    await page.waitForSelector('#list-v1 .answer >> text=Paste this')
    const shown = await page.textContent('#list-v1 .answer pre')
    const headers = [...(shown ?? '').matchAll(/-H '([A-Za-z]+): ([^']*)'/g)].map(([, name, value]) => [
      name,
      value,
    ])
    expect(headers).toHaveLength(3)
    await shoot('reference')
    expect(faults).toEqual([])
  })

  test('the login page refuses, logs in, and logs out', async () => {
    await page.goto(`${server.url}/auth/login/`)
    await fill('form', { ...dee, password: 'wrong' })
    expect(await page.textContent('[role=alert]')).toContain('wrong')
    await shoot('login')
    await fill('form', dee)
    expect(await page.textContent('main')).toContain('as dee')
    await page.goto(`${server.url}/api/docs/`)
    await page.selectOption('[name=method]', 'session')
    await page.click('#list-users-v1 summary')
    await page.click('#list-users-v1 button')
    await page.waitForSelector('#list-users-v1 .good')
    await page.goto(`${server.url}/auth/home/`)
    await page.click('button')
    expect(await page.textContent('h1')).toBe('Log in')
    expect(faults).toEqual([])
  })

  /** Pictures for people, where a folder is named for them. */
  async function shoot(name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder === undefined) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(
        colorScheme === 'dark' ? { width: 390, height: 760 } : { width: 960, height: 900 },
      )
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true })
    }
  }
})
