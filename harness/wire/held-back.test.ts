import { expect, onTestFinished, test } from 'vitest'
import { createHttpWire } from './http.ts'
import { startHttpServer } from './testing/servers.ts'
import { HeldBack } from './socket/wire-failure.ts'

const get = (target: string) => ({ method: 'GET', target, headers: [] })

test('a request that waited for a place is not sent where the answer before it spoke against it', async () => {
  const seen: (string | undefined)[] = []
  const { url } = await startHttpServer((request, response) => {
    seen.push(request.url)
    response.end()
  })
  const wire = createHttpWire({ baseUrl: url, timeoutMs: 5000, requestsPerSecond: 0, concurrency: 1 })
  onTestFinished(() => wire.close())
  let isOpen = true
  const first = wire.send(get('/first'), { onAnswer: () => (isOpen = false) })
  const second = wire.send(get('/second'), { mayBegin: () => isOpen })
  const third = wire.send(get('/third'))

  await expect(second).rejects.toThrow(HeldBack)
  await Promise.all([first, third])
  expect(seen).toEqual(['/first', '/third'])
})
