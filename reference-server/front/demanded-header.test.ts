import { expect, test } from 'vitest'
import { startServer } from '../server.ts'

test('a request without the demanded header gets no answer', async () => {
  await using server = await startServer({ fastHash: true, demandedHeader: ['X-Run', 'one'] })
  const ask = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/v1/users/users/`, { headers }).then(
      ({ status }) => status,
      () => 'no answer',
    )
  expect(await ask({})).toBe('no answer')
  expect(await ask({ 'x-run': 'two' })).toBe('no answer')
  expect(await ask({ 'x-run': 'one' })).toBe(401)
})
