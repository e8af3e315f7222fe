import { createServer, connect, type Socket } from 'node:net'
import type { Random } from '../../../harness/run/run.ts'
import { listenLocally } from '../../../harness/wire/listen-locally.ts'

export interface LatencyProxyOptions {
  /** The shortest and the longest delay of one exchange, in both directions together, in milliseconds. */
  shortestMs?: number
  longestMs: number
  random: Random
}

/**
 * Starts a proxy in front of a server, on a free loopback port. It delays each answer by `shortestMs`, and by up to the rest of
 * `longestMs` request or answer, divided at random. Bytes and their order stay the same.
 */
export async function startLatencyProxy(
  behind: string,
  { shortestMs = 0, longestMs, random }: LatencyProxyOptions,
) {
  const { hostname, port } = new URL(behind)
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    near.setNoDelay(true)
    sockets.add(far.setNoDelay(true))
    // An exchange starts with the first bytes from the client after bytes from the server.
    let there = 0
    let back = 0
    let isAsking = false
    const asks = () => {
      if (isAsking) return 0
      isAsking = true
      const more = random.below(longestMs - shortestMs + 1)
      there = random.below(more + 1)
      back = shortestMs + more - there
      return there
    }
    const answers = () => {
      if (!isAsking) return 0
      isAsking = false
      return back
    }
    passOn(near, far, asks)
    passOn(far, near, answers)
  })
  const { url, stop } = await listenLocally(server)
  return {
    /** The address to use instead of the server's own. */
    url: behind.replace(`:${port}`, `:${new URL(url).port}`),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await stop()
    },
  }
}

/** Passes on everything that one side sends, including its end, each piece after a delay and in order. */
function passOn(from: Socket, to: Socket, delayMs: () => number): void {
  let last = Promise.resolve()
  const later = (ms: number, act: () => void) => {
    const waited = new Promise<void>((resolve) => setTimeout(resolve, ms))
    last = Promise.all([last, waited]).then(act)
  }
  from.on('data', (chunk: Buffer) => later(delayMs(), () => void to.write(chunk)))
  from.on('end', () => later(0, () => void to.end()))
  from.on('error', () => to.destroy())
  from.on('close', () => later(0, () => void to.end()))
}
