import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { looks, noBrowser, objections, openPage, overflow, shoot, startBrowser } from '../testing/browser.ts'
import { createClient } from '../testing/client.ts'
import { type ServerWithParts, startServer } from '../start/server.ts'

const why = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`
const dee = { username: 'dee', password: 'dee-Turquoise-Kettle-77' }

const fill = async (page: Page, form: string, fields: Record<string, string>) => {
  for (const [name, value] of Object.entries(fields)) await page.fill(`${form} [name=${name}]`, value)
  await page.click(`${form} button`)
}

/** Accessibility violations of Swagger UI itself. */
const ofSwaggerUi = new Set([
  'color-contrast',
  'heading-order',
  'label',
  'nested-interactive',
  'region',
  'scrollable-region-focusable',
  'select-name',
])

/** Sends the request of an operation on the reference page, and returns the status that it shows. */
async function execute(page: Page, operationId: string, body?: object): Promise<string> {
  const operation = `[id$=-${operationId}]`
  if ((await page.locator(`${operation} .execute`).count()) === 0)
    await page.click(`${operation} .opblock-summary-control`)
  if (body) await page.fill(`${operation} .body-param__text`, JSON.stringify(body))
  const sent = page.waitForResponse((response) => response.request().resourceType() === 'fetch')
  await page.click(`${operation} .execute`)
  const status = String((await sent).status())
  await page.waitForSelector(`${operation} .live-responses-table .response-col_status >> text=${status}`)
  return status
}

const logIn = async (page: Page) => expect(await execute(page, 'login-v1', dee)).toBe('200')

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

  test('the reference page logs in, lists with the token, and writes a signed request that works', async () => {
    const { page, faults } = await openPage(browser)
    await page.goto(`${server.url}/api/docs/`)
    await logIn(page)
    expect(await execute(page, 'list-v1')).toBe('200')
    expect(await page.textContent('[id$=list-v1] .live-responses-table')).toContain('"username": "ada"')

    server.clock.advance({ hours: 2 })
    expect(await execute(page, 'list-v1')).toBe('401')
    const [key] = server.parts.demo.accessKeys
    await page.click('.auth-wrapper .authorize')
    await page.fill('#api_key_value >> nth=1', `${key?.keyId}:${key?.keySecret}`)
    await page.click('.auth-container:has-text("signature") .authorize')
    await page.click('.close-modal')
    await page.click('[id$=list-v1] .execute')
    await page.waitForSelector('[id$=list-v1] .live-responses-table >> text=A browser may not set')
    const shown = await page.textContent('[id$=list-v1] .curl')
    const headers = [...(shown ?? '').matchAll(/-H '([A-Za-z]+): ([^']*)'/g)].flatMap(([, name, value]) => [
      name ?? '',
      value ?? '',
    ])
    expect((await createClient(server).get('/api/v1/users/users/', ...headers)).status).toBe(200)
    expect(faults).toEqual([
      'Failed to load resource: the server responded with a status of 401 (Unauthorized)',
    ])
    await page.close()
  })

  test('the login page rejects a login, logs in, and logs out', async () => {
    const { page, faults } = await openPage(browser)
    await page.goto(`${server.url}/auth/login/`)
    await fill(page, 'form', { ...dee, password: 'wrong' })
    expect(await page.textContent('[role=alert]')).toContain('wrong')
    await fill(page, 'form', dee)
    expect(await page.textContent('main')).toContain('as dee')
    await page.goto(`${server.url}/api/docs/`)
    expect(await execute(page, 'list-users-v1')).toBe('200')
    await page.goto(`${server.url}/auth/home/`)
    await page.click('button')
    expect(await page.textContent('h1')).toBe('Log in')
    expect(faults).toEqual([])
    await page.close()
  })

  describe.each(looks)('everyone can use, $name,', ({ name, ...look }) => {
    test('the web login, rejected and accepted', async () => {
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

    test('the reference page, with an answer and a curl command on it', async () => {
      const { page } = await openPage(browser, look)
      await page.goto(`${server.url}/api/docs/`)
      await logIn(page)
      const found = (await objections(page)).filter((one) => !ofSwaggerUi.has(one.split(':')[0] ?? ''))
      expect(found).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await shoot(page, `reference-${name}`)
      await page.close()
    })
  })
})
