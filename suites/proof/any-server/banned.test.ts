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

test('a server that rejects everything with 403 after failures is not failed for it, and the report says why', async () => {
  const { url, control } = await startReference()
  let failures = 0
  const front = await startFront(url, {
    intercept: () => (failures >= 8 ? banned : undefined),
    alter: (answer, { method }) => {
      if (method === 'POST' && answer.status >= 400 && answer !== banned) failures++
      return answer
    },
  })
  const { having, report } = await judge(declared({ url: front.url, control }), [
    '--only',
    'login',
    'private-token',
    'signature.accepted',
    'session',
    'users',
  ])

  expect(having('fail')).toEqual([])
  expect(having('inconclusive')).toContain('login.json')
  expect(JSON.stringify(report)).toContain(
    'the server rejects everything now (403): a ban? Declare a lower limits.failedLogins',
  )
})

const hint = 'the server rejected everything from the first request on (403): a ban?'

test('a ban in force from the first request is told in one line', async () => {
  const { url, control } = await startReference()
  const front = await startFront(url, { intercept: () => banned })
  const { stdout } = await judge(declared({ url: front.url, control }), ['--only', 'users'])
  expect(stdout).toContain(hint)
})

test('a server that answers 403 to whoever shows nothing is not said to ban', async () => {
  const { url, control } = await startReference()
  const front = await startFront(url, {
    alter: (answer, { method }) =>
      method === 'GET' && (answer.status === 401 || answer.status === 404) ? banned : answer,
  })
  const { stdout } = await judge(declared({ url: front.url, control }), ['--only', 'users'])
  expect(stdout).not.toContain(hint)
})
