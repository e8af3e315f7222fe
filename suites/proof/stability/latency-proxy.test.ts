import { Agent, request, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHttpServer } from '../../../harness/wire/testing/servers.ts'
import { startLatencyProxy } from './latency-proxy.ts'

/** Starts a server that answers with what it was sent, behind a proxy that draws these delays in turn. */
async function start(longestMs: number, draws: number[]) {
  const seen: string[] = []
  const { url: behind } = await startHttpServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      seen.push(body)
      outgoing.end(body)
    })
  })
  const asked: number[] = []
  const random = {
    below(limit: number) {
      asked.push(limit)
      return draws.shift() ?? 0
    },
    word: () => '',
  }
  const proxy = await startLatencyProxy(behind, { longestMs, random })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(async () => {
    agent.destroy()
    await proxy.stop()
  })
  const send = (body: string) =>
    new Promise<string>((resolve, reject) => {
      const outgoing = request(proxy.url, { method: 'POST', agent }, (response) => {
        text(response).then(resolve, reject)
      })
      outgoing.on('error', reject).end(body)
    })
  return { send, seen, asked, proxy }
}

async function text(stream: IncomingMessage): Promise<string> {
  let all = ''
  for await (const chunk of stream.setEncoding('utf8')) all += chunk
  return all
}

test('what is sent comes through whole and in order, one exchange after the other on a connection', async () => {
  const { send, seen } = await start(0, [])
  const long = 'ä'.repeat(300_000)
  expect(await send(long)).toBe(long)
  expect(await send('second')).toBe('second')
  expect(seen).toEqual([long, 'second'])
})

test('each exchange draws its delay once, and how much of it falls on the way there', async () => {
  const { send, asked } = await start(200, [12, 5, 0, 0])
  await send('x'.repeat(200_000))
  await send('second')
  // The first drew 12 of 0 to 200 ms, and of these 5 for the way there; the second drew 0.
  expect(asked).toEqual([201, 13, 201, 1])
})

test('nothing comes through before its delay is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, seen, asked } = await start(200, [120, 60])
  const answer = send('x')
  await until(() => asked.length === 2)
  await vi.advanceTimersByTimeAsync(59)
  expect(seen).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await until(() => seen.length === 1)
  await until(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(60)
  expect(await answer).toBe('x')
})

/** Lets sockets work, without timers. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}
