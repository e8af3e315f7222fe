import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../testing/client.ts'
import { looks, noBrowser, objections, openPage, overflow, shoot, startBrowser } from '../testing/browser.ts'
import { type ServerWithParts, startServer } from '../start/server.ts'

const why = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`
const login = '/api/v1/authentication/auth/'
const list = '/api/v1/users/users/'
const dee = { username: 'dee', password: 'dee-Turquoise-Kettle-77' }

describe.skipIf(noBrowser !== undefined)(`the control page in a browser${why}`, () => {
  let browser: Browser
  let server: ServerWithParts
  let client: ReturnType<typeof createClient>
  let page: Page
  let faults: string[]
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    server = await startServer({ fastHash: true, debug: true, controlPort: 0 })
    client = createClient(server)
    ;({ page, faults } = await openPage(browser))
  })
  afterEach(async () => {
    await page.close()
    await server.stop()
  })

  const open = async () => {
    await page.goto(`${server.control}/`)
    await page.waitForSelector('#accounts li')
  }
  const tokenOf = async () => String((await client.json(login, dee)).json['token'])
  const statusWith = async (authorization: string) =>
    (await client.get(list, 'authorization', authorization)).status

  test('moves the clock, forgets, and shows what came of it', async () => {
    await open()
    const token = await tokenOf()
    const before = server.clock.now()
    await page.click('#clock >> text=+1 h')
    await page.waitForSelector('#moved >> text=Moved by 60 min.')
    expect(server.clock.now() - before).toBeGreaterThanOrEqual(3_600_000)
    expect(await statusWith(`Bearer ${token}`)).toBe(401)
    await page.fill('#advance [name=seconds]', '86400')
    await page.click('#advance button')
    await page.waitForSelector('#moved >> text=Moved by 24 h.')
    await page.check('#reset [name=clock]')
    await page.click('#reset button')
    await page.waitForSelector('#moved >> text=and the clock is back')
    expect(Math.abs(server.clock.now() - Date.now())).toBeLessThan(60_000)
    expect(faults).toEqual([])
  })

  test('shows a code that opens the second step', async () => {
    // Starts at the beginning of a time step, so that it does not end during the test.
    server.clock.advance({ seconds: 31 - ((server.clock.now() / 1000) % 30) })
    await open()
    const bob = server.parts.demo.accounts.find(({ username }) => username === 'bob')
    const { seed } = (await client.json(login, { username: 'bob', password: bob?.password })).json
    const row = page.locator('#accounts li', { hasText: 'bob' })
    const otp_code = await row.locator('.code').textContent()
    const answer = await client.json('/api/v1/authentication/otp/auth/', { seed, otp_code })
    expect(answer.status).toBe(200)
    await row.getByText('used,').waitFor()
    expect(faults).toEqual([])
  })

  test('adds an account that can log in', async () => {
    await open()
    await page.click('text=Add one')
    await page.fill('#add [name=username]', 'zoe')
    await page.fill('#add [name=password]', 'zoe has a password')
    await page.click('#add button')
    await page.locator('#accounts li', { hasText: 'zoe' }).waitFor()
    const answer = await client.json(login, { username: 'zoe', password: 'zoe has a password' })
    expect(answer.status).toBe(200)
    expect(faults).toEqual([])
  })

  test('expires one of two tokens from the list, and one that is typed in', async () => {
    const [first, second] = [await tokenOf(), await tokenOf()]
    await open()
    await page.locator('#living li').nth(1).waitFor()
    await page.locator('#living button').first().click()
    await page.waitForSelector('#expired >> text=A token of dee expired.')
    const statuses = [await statusWith(`Bearer ${first}`), await statusWith(`Bearer ${second}`)]
    expect(statuses.toSorted()).toEqual([200, 401])
    const third = await tokenOf()
    await page.fill('#expire [name=value]', third)
    await page.click('#expire button')
    await expect.poll(() => page.inputValue('#expire [name=value]')).toBe('')
    expect(await statusWith(`Bearer ${third}`)).toBe(401)
    expect(faults).toEqual([])
  })

  test('switches a defect on and off, and says what is not known', async () => {
    await open()
    const privateToken = `Bearer ${server.parts.demo.privateTokens[0]?.token}`
    await page.fill('#change [name=name]', 'private-token-as-bearer')
    await page.click('#change button')
    await page.waitForSelector('#changes >> text=private-token-as-bearer')
    expect(await statusWith(privateToken)).toBe(200)
    await page.click('#changes >> text=Switch off')
    await page.waitForSelector('#switched >> text=The server is right again.')
    expect(await statusWith(privateToken)).toBe(401)
    await page.fill('#change [name=name]', 'no-such-defect')
    await page.click('#change button')
    await page.waitForSelector('#trouble >> text=no-such-defect')
    expect(faults).toEqual([])
  })

  test('shows requests as they come, with the reason, and nothing that they hold becomes a part of the page', async () => {
    await open()
    const markup = '/<img/src=x/onerror=document.title="taken">'
    await client.get(markup, 'x-markup', '<script>document.title="taken"</script>')
    await client.get(list, 'authorization', 'Bearer nobody-has-this')
    await page.waitForSelector('#journal >> text=there is no such token')
    await page.click('#journal li:last-child summary')
    await page.waitForSelector('#journal li:last-child >> text=x-markup')
    expect(await page.textContent('#journal')).toContain(markup)
    expect(await page.title()).toBe('Reference server control')
    expect(await page.textContent('#journal')).not.toContain('nobody-has-this')

    await page.selectOption('#filter [name=status]', '2xx')
    await page.waitForSelector('#count >> text=No request yet.')
    await page.selectOption('#filter [name=status]', '')
    await page.waitForSelector('#journal li')
    await page.click('#clear')
    await page.waitForSelector('#count >> text=No request yet.')
    expect(faults).toEqual([])
  })

  test('signs a request that the server accepts, and compares a signing string', async () => {
    await open()
    await page.click('#sign button')
    const shown = (await page.textContent('#signing-string')) ?? ''
    const curl = (await page.textContent('#curl')) ?? ''
    const headers = [...curl.matchAll(/-H '([A-Za-z]+): ([^']*)'/g)].flatMap(([, name, value]) => [
      name!,
      value!,
    ])
    expect((await client.get(list, ...headers)).status).toBe(200)
    await page.fill('#sign [name=given]', shown.replace('get', 'GET'))
    await page.click('#sign button')
    await page.waitForSelector('#signed >> text=Line 1 differs')
    expect(faults).toEqual([])
  })

  test('asks for the token where one is needed', async () => {
    const controlToken = 'control-token-of-20-letters'
    await using guarded = await startServer({ fastHash: true, controlPort: 0, controlToken })
    await page.goto(`${guarded.control}/`)
    await page.fill('#token input', controlToken)
    await page.click('#token button')
    await page.waitForSelector('#accounts li')
    expect(await page.isVisible('#token')).toBe(false)
    const another = await openPage(browser)
    await another.page.goto(`${guarded.control}/#token=${controlToken}`)
    await another.page.waitForSelector('#accounts li')
    expect(another.page.url()).not.toContain(controlToken)
    await another.page.close()
  })

  test('what goes wrong is in sight, however far down the page it was asked for', async () => {
    const { page: own } = await openPage(browser, { viewport: { width: 390, height: 760 } })
    await own.goto(`${server.control}/`)
    await own.waitForSelector('#accounts li')
    await own.fill('#change [name=name]', 'no-such-defect')
    await own.click('#change button')
    await own.waitForSelector('#trouble >> text=no-such-defect')
    expect(await own.evaluate('scrollY')).toBeGreaterThan(0)
    const box = await own.locator('#trouble').boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect(box?.y).toBeLessThan(760)
    await own.close()
  })

  test('says when the server is gone', async () => {
    await open()
    await server.stop()
    await page.waitForSelector('#trouble >> text=does not answer')
  })

  test.each(looks)('can be used by everyone, $name', async ({ name, ...look }) => {
    const { page: own } = await openPage(browser, look)
    await own.goto(`${server.control}/`)
    await own.waitForSelector('#accounts li')
    await tokenOf()
    await client.json(login, { ...dee, password: 'wrong' })
    const [key] = server.parts.demo.accessKeys
    const given = Buffer.from('(request-target): get /\ndate: x').toString('base64')
    const parameters = `keyId="${key?.keyId}",algorithm="hmac-sha256",headers="(request-target) date",signature="AAAA"`
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
    await client.get(
      `${list}?limit=10`,
      'date',
      date,
      'authorization',
      `Signature ${parameters}`,
      'x-signing-string',
      given,
    )
    await own.fill('#change [name=name]', 'refusals-answer-403')
    await own.click('#change button')
    await own.fill('#sign [name=given]', '(request-target): get /')
    await own.click('#sign button')
    await own.waitForSelector('#signed pre')
    await own.waitForSelector('#changes li')
    await own.waitForSelector('#journal >> text=the signature does not match')
    await own.locator('#journal summary').first().click()
    await own.waitForSelector('#journal >> text=differs from column')
    await own.waitForSelector('#living li')
    expect(await objections(own)).toEqual([])
    expect(await overflow(own)).toBeLessThanOrEqual(0)
    await shoot(own, `control-${name}`)
    await own.close()
  })
})
