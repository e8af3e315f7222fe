import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { GivenAnswer, Ready } from './measured-server.ts'
import { exchange, open, sendInTurn } from './send-in-turn.ts'
import { median } from './median.ts'

export interface RouteFigures {
  name: string
  /** Requests per second; medians over the slices. */
  reference: number
  bare: number
  /** Median of the ratios of single slices: each slice of one server is measured right after one of the other. */
  ratio: number
  /** The same by processor time of the servers, which other load on the machine affects less. */
  cpuRatio: number
}

const goals: Record<string, number> = { 'list, token': 0.8, 'list, signature': 0.6, 'second step': 0.6 }
export const goalOf = (name: string) => goals[name]

/** Measures requests per second of each route, compared with bare fastify that gives the same answer in the same run. */
export async function measureRoutes(slices: number, requestsPerSlice: number): Promise<RouteFigures[]> {
  const reference = start()
  const bare = start()
  // One more slice than measured: the first is a warm-up.
  const submissions = requestsPerSlice * (slices + 2)
  const { port, routes } = await ask<Ready>(reference, { submissions })
  const requests = Object.fromEntries(
    Object.entries(routes).map(([name, texts]) => [name, texts.map((text) => Buffer.from(text))]),
  )
  const answers = await Promise.all(
    ['list, token', 'second step'].map((name) => {
      const [request] = requests[name] ?? []
      if (!request) throw new Error(`the measured server has no route "${name}"`)
      return answerTo(port, request)
    }),
  )
  const { port: barePort } = await ask<Ready>(bare, { answers })

  const figures: RouteFigures[] = []
  for (const [name, all] of Object.entries(requests)) {
    let at = 1
    // Each route has at least one request.
    const next = () => all[at++ % all.length] as Buffer
    const slice = async (server: ChildProcess, serverPort: number) => {
      const before = await cpuOf(server)
      const milliseconds = await sendInTurn(serverPort, next, requestsPerSlice)
      return { rate: (requestsPerSlice / milliseconds) * 1000, cpu: (await cpuOf(server)) - before }
    }
    const both = []
    for (let count = 0; count <= slices; count++) {
      const ours = await slice(reference, port)
      const beforeBare = at
      const theirs = await slice(bare, barePort)
      // The bare server does not care whether a seed was used before.
      at = beforeBare
      if (count > 0) both.push({ ours, theirs })
    }
    figures.push({
      name,
      reference: median(both.map(({ ours }) => ours.rate)),
      bare: median(both.map(({ theirs }) => theirs.rate)),
      ratio: median(both.map(({ ours, theirs }) => ours.rate / theirs.rate)),
      cpuRatio: median(both.map(({ ours, theirs }) => theirs.cpu / ours.cpu)),
    })
  }
  reference.kill()
  bare.kill()
  return figures
}

const start = () => fork(fileURLToPath(new URL('./measured-server.js', import.meta.url)))

async function ask<T>(server: ChildProcess, question: object): Promise<T> {
  server.send(question)
  const [answer] = (await once(server, 'message')) as [T]
  return answer
}

const cpuOf = async (server: ChildProcess) =>
  (await ask<{ cpuMilliseconds: number }>(server, { cpu: true })).cpuMilliseconds

/** Returns everything a client sees of an answer, except what every Node server adds by itself. */
async function answerTo(port: number, request: Buffer): Promise<GivenAnswer> {
  const socket = await open(port)
  const text = await exchange(socket, request)
  socket.destroy()
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const own = ['content-length', 'date', 'connection', 'keep-alive']
  const fields = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(/: (.*)/s) as [string, string])
  const [method = '', path = ''] = request.toString().split(' ')
  return {
    method: method as GivenAnswer['method'],
    path,
    headers: Object.fromEntries(fields.filter(([name]) => !own.includes(name.toLowerCase()))),
    body: JSON.parse(Buffer.from(body, 'latin1').toString()) as unknown,
  }
}
