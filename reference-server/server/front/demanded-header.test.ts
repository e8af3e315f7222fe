import { expect, test } from 'vitest'
import { startServer } from '../../start/server.ts'

test.each([
  ['the API', '/api/v1/users/users/', 401],
  ['the control port', '/control/health', 200],
  ['the page of the control port', '/control/', 200],
  ['a path of the control port that there is not', '/control/nothing', 404],
])('a request to %s without the demanded header gets no answer', async (_what, path, status) => {
  await using server = await startServer({ fastHash: true, demandedHeader: ['X-Run', 'one'], controlPort: 0 })
  const { origin } = new URL(path.startsWith('/control') ? (server.control ?? '') : server.url)
  const ask = (headers: Record<string, string>) =>
    fetch(origin + path, { headers }).then(
      ({ status }) => status,
      () => 'no answer',
    )
  expect(await ask({})).toBe('no answer')
  expect(await ask({ 'x-run': 'two' })).toBe('no answer')
  expect(await ask({ 'x-run': 'one' })).toBe(status)
})
