import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser, openPage } from '../testing/browser.ts'
import { launch } from '../testing/program.ts'
import { startServer } from '../start/server.ts'

const token = 'control-token-of-20-letters'

const start = (...args: string[]) => launch(['start', '--port', '0', '--control-port', '0', ...args])

test('beyond loopback it starts with a token only, and shows that nowhere', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'control-port-'))
  context.onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'token')
  writeFileSync(file, `${token}\n`)

  const rejected = { code: 2, err: expect.stringContaining('--control-token-file') }
  expect(await start('--control-host', '0.0.0.0').ended).toMatchObject(rejected)
  expect(await start('--control-token-file', join(folder, 'none')).ended).toMatchObject(rejected)

  const { child, printed, ended } = start('--control-host', '0.0.0.0', '--control-token-file', file)
  context.onTestFinished(() => void child.kill())
  await expect.poll(() => printed.out).toContain('"ready":true')
  const { control } = JSON.parse(printed.out) as { control: string }
  const clock = `${control.replace('0.0.0.0', '127.0.0.1')}/clock`
  expect((await fetch(clock)).status).toBe(401)
  expect((await fetch(clock, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  child.kill('SIGTERM')
  const { code, out, err } = await ended
  expect([code, (out + err).includes(token)]).toEqual([0, false])

  expect(await start('--print-config', '--control-token-file', file).ended).toMatchObject({
    code: 0,
    out: expect.stringContaining('"controlToken": "***"'),
  })
})

test.skipIf(noBrowser !== undefined)(
  `a page of another site can do nothing to it${noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`}`,
  async (context) => {
    await using server = await startServer({ fastHash: true, controlPort: 0 })
    // The other site knows the port, and its name resolves to this machine (DNS rebinding).
    const site = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<p>hello'),
    )
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const { port } = site.address() as AddressInfo
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--host-resolver-rules=MAP evil.example 127.0.0.1'],
    })
    context.onTestFinished(async () => {
      await browser.close()
      site.close()
    })
    // Tests the guard alone: by the policy of its answers, the other site's page could call nothing.
    const { page } = await openPage(browser, { bypassCSP: true })
    const before = server.clock.now()
    const control = server.control ?? ''
    const moved = () => server.clock.now() - before >= 3_600_000

    await page.goto(`http://evil.example:${port}/`)
    const tries = await page.evaluate(`(async () => {
      const url = ${JSON.stringify(`${control}/clock/advance`)}
      const body = '{"seconds":3600}'
      const outcome = async (init) => {
        try { return (await fetch(url, { method: 'POST', body, ...init })).type } catch { return 'blocked' }
      }
      return [
        await outcome({ mode: 'no-cors' }),
        await outcome({ mode: 'no-cors', headers: { 'content-type': 'text/plain' } }),
        await outcome({ headers: { 'content-type': 'application/json' } }),
        await fetch(${JSON.stringify(`${control}/accounts`)}).then(() => 'read', () => 'blocked'),
      ]
    })()`)
    expect(tries).toEqual(['blocked', 'blocked', 'blocked', 'blocked'])
    expect(moved()).toBe(false)

    // The same port under the site's own name, which is the same origin for the browser.
    await page.goto(control.replace('127.0.0.1', 'evil.example'))
    expect(await page.textContent('body')).toContain('by its address')
    const own = await page.evaluate(`fetch('/control/clock/advance', {
      method: 'POST', body: '{"seconds":3600}', headers: { 'content-type': 'application/json' },
    }).then((answer) => answer.status)`)
    expect(own).toBe(403)
    expect(moved()).toBe(false)

    // The port's own page can do what was tried.
    await page.goto(`${control}/`)
    await page.click('#clock >> text=+1 h')
    await expect.poll(moved).toBe(true)
  },
)
