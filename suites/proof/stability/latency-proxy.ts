import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import type { Random } from '../../../harness/engine/run.ts'

export interface LatencyProxy {
  /** Address to use instead of the one behind. */
  url: string
  stop(): Promise<void>
}

export interface LatencyProxyOptions {
  /** The longest delay of one exchange, both ways together, in milliseconds. */
  longestMs: number
  random: Random
}

/**
 * Stands before a server, on a free port of loopback, and delays each exchange by 0 ms to `longestMs`, of which any part
 * falls on the way there and the rest on the way back. Bytes and their order stay as they are.
 */
export async function startLatencyProxy(
  behind: string,
  { longestMs, random }: LatencyProxyOptions,
): Promise<LatencyProxy> {
  const { hostname, port } = new URL(behind)
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    for (const socket of [near, far]) sockets.add(socket.setNoDelay(true))
    // An exchange begins with the first bytes from the client after bytes from the server.
    let there = 0
    let back = 0
    let isAsking = false
    const asks = () => {
      if (isAsking) return 0
      isAsking = true
      const all = random.below(longestMs + 1)
      there = random.below(all + 1)
      back = all - there
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: behind.replace(`:${port}`, `:${(server.address() as AddressInfo).port}`),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Everything that one side says, its end too, each piece after a delay and in order. */
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
