import { expect, test, vi } from 'vitest'
import { judge } from './testing/conformance.ts'
import { startFront, type Canned } from './testing/front.ts'
import { declared, startReference } from './testing/reference.ts'

vi.setConfig({ testTimeout: 240_000 })

const banned: Canned = {
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: '{"detail":"forbidden"}',
}

/** Answers 403 to everything after this many failures. */
async function startBanning(after: number) {
  const { url, control } = await startReference()
  let failures = 0
  const front = await startFront(url, {
    intercept: () => (failures >= after ? banned : undefined),
    alter: (answer, { method }) => {
      if (method === 'POST' && answer.status >= 400 && answer !== banned) failures++
      return answer
    },
  })
  return declared({ url: front.url, control })
}

const why =
  'the server rejects everything now (403): a ban, or a limit on requests? Declare a lower limits.failedLogins'

test('a server that rejects everything with 403 after failures is not failed for it, and the report says why', async () => {
  const { having, report } = await judge(await startBanning(3), [
    '--only',
    'login',
    'private-token',
    'signature.accepted',
    'session',
    'users',
  ])

  expect(having('fail')).toEqual([])
  expect(having('inconclusive')).toContain('login.json')
  expect(JSON.stringify(report)).toContain(why)
})

test('it says so where the ban leaves no more than steps that failed, too', async () => {
  const { having, report } = await judge(await startBanning(2), ['--only', 'login.wrong-password'])
  expect([having('fail'), having('inconclusive')]).toEqual([[], ['login.wrong-password']])
  expect(JSON.stringify(report)).toContain(why)
})

const hint =
  'the server rejected everything from the first request on (403), even unknown paths: if this is a ban'

test('a ban in force from the first request is told in one line', async () => {
  const { url, control } = await startReference()
  const front = await startFront(url, { intercept: () => banned })
  const { stdout } = await judge(declared({ url: front.url, control }), ['--only', 'users'])
  expect(stdout).toContain(hint)
})

test('a server that answers 403 to requests without credentials is not said to ban', async () => {
  const { url, control } = await startReference()
  const front = await startFront(url, {
    alter: (answer, { method }) =>
      method === 'GET' && (answer.status === 401 || answer.status === 404) ? banned : answer,
  })
  const { stdout } = await judge(declared({ url: front.url, control }), ['--only', 'users'])
  expect(stdout).not.toContain(hint)
})
