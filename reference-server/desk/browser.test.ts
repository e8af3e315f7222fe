import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { looks, noBrowser, objections, openPage, overflow, shoot, startBrowser } from '../testing/browser.ts'
import { createClient } from '../testing/client.ts'
import { type ServerWithParts, startServer } from '../server/server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const why = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`
const dee = { username: 'dee', password: 'dee-Turquoise-Kettle-77' }

const fill = async (page: Page, form: string, fields: Record<string, string>) => {
  for (const [name, value] of Object.entries(fields)) await page.fill(`${form} [name=${name}]`, value)
  await page.click(`${form} button`)
}

describe.skipIf(noBrowser !== undefined)(`in a browser${why}`, () => {
  let browser: Browser
  let server: ServerWithParts
  beforeAll(async () => {
    server = await startServer({ fastHash: true, debug: true })
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('the reference page logs in, lists with what it got, and writes a signed request that works', async () => {
    const { page, faults } = await openPage(browser)
    await page.goto(`${server.url}/api/docs/`)
    await page.click('#login-v1 summary')
    await fill(page, '#login-v1', dee)
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
    const headers = [...(shown ?? '').matchAll(/-H '([A-Za-z]+): ([^']*)'/g)].flatMap(([, name, value]) => [
      name ?? '',
      value ?? '',
    ])
    expect((await createClient(server).get('/api/v1/users/users/', ...headers)).status).toBe(200)
    expect(faults).toEqual([])
    await page.close()
  })

  test('the login page refuses, logs in, and logs out', async () => {
    const { page, faults } = await openPage(browser)
    await page.goto(`${server.url}/auth/login/`)
    await fill(page, 'form', { ...dee, password: 'wrong' })
    expect(await page.textContent('[role=alert]')).toContain('wrong')
    await fill(page, 'form', dee)
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
    await page.close()
  })

  describe.each(looks)('everyone can use, $name,', ({ name, ...look }) => {
    test('the web login, refused and logged in', async () => {
      const { page } = await openPage(browser, look)
      const check = async (step: string) => {
        expect([step, await objections(page)]).toEqual([step, []])
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        await shoot(page, `${step}-${name}`)
      }
      await page.goto(`${server.url}/auth/login/`)
      await check('login')
      await fill(page, 'form', { ...dee, password: 'wrong' })
      await check('login-refused')
      await fill(page, 'form', dee)
      await check('logged-in')
      await page.close()
    })

    test('the reference page, with an answer and a curl line on it', async () => {
      const { page } = await openPage(browser, look)
      await page.goto(`${server.url}/api/docs/`)
      await page.click('#login-v1 summary')
      await fill(page, '#login-v1', dee)
      await page.waitForSelector('#login-v1 .good')
      await page.selectOption('[name=method]', 'signature')
      await page.fill('[name=keyId]', 'key')
      await page.fill('[name=keySecret]', 'secret')
      await page.click('#list-v1 summary')
      await page.click('#list-v1 button')
      await page.waitForSelector('#list-v1 .answer >> text=Paste this')
      expect(await objections(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await shoot(page, `reference-${name}`)
      await page.close()
    })
  })
})
