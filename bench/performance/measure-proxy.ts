import { Agent, createServer, request } from 'node:http'
import { startProxy } from '../../harness/client-judge/proxy.ts'
import { machine } from '../../harness/engine/machine.ts'
import { listenLocally } from '../../harness/wire/listen-locally.ts'
import { median } from './median.ts'

/** Median durations of an exchange, in milliseconds. */
export interface ProxyCost {
  directMs: number
  proxiedMs: number
  addedMs: number
}

/** Measures by how much the recording proxy lengthens an exchange. */
export async function measureProxy(rounds = 3000): Promise<ProxyCost> {
  const server = createServer((incoming, response) => {
    incoming
      .resume()
      .on('end', () => response.setHeader('content-type', 'application/json').end('[{"username":"a"}]'))
  })
  const { url: direct, stop } = await listenLocally(server)
  let number = 0
  const proxy = await startProxy({
    upstream: direct,
    added: [['x-conformance-run', 'benchmark']],
    disturb: () => undefined,
    time: machine,
    onGarbage: () => {},
    onRequest: (sent) => ({
      number: ++number,
      at: 'api',
      request: sent,
      sentAt: performance.now(),
      answeredAt: 0,
      realMs: Date.now(),
      serverMs: Date.now(),
    }),
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  const exchange = (origin: string) =>
    new Promise<number>((resolve, reject) => {
      const started = performance.now()
      const sent = request(`${origin}/api/v1/users/users/`, { agent }, (answer) => {
        answer.resume().on('end', () => resolve(performance.now() - started))
      })
      sent.on('error', reject).end()
    })

  const took: Record<'direct' | 'proxied', number[]> = { direct: [], proxied: [] }
  // In turn, so that other load on the machine affects both alike.
  for (let round = 0; round < rounds; round++) {
    const [one, other] = [await exchange(direct), await exchange(proxy.origin)]
    if (round < rounds / 10) continue
    took.direct.push(one)
    took.proxied.push(other)
  }
  agent.destroy()
  await proxy.stop()
  await stop()
  const [directMs, proxiedMs] = [median(took.direct), median(took.proxied)]
  return { directMs, proxiedMs, addedMs: proxiedMs - directMs }
}
