// Sends generated and mutated requests to the reference server over raw sockets. Fails on a 5xx, a connection without an
// answer, or growing memory.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readNumbers } from '../options.ts'
import { carryOut } from './carry-out.ts'
import { type Plan, planConnection } from './connection.ts'
import type { Credentials } from './valid-requests.ts'

interface Told {
  url: string
  memory: number
  credentials: Credentials
}

const anySeed = Date.now() % 1_000_000
// `only` repeats a single connection of a seed: its number, counted from 1.
const { requests, seed, connections, only } = readNumbers({
  requests: 200_000,
  seed: anySeed,
  connections: 16,
  only: 0,
})
console.log(`seed ${seed}: again with npm run fuzz -- --requests ${requests} --seed ${seed}`)

const server = fork(fileURLToPath(new URL('./fuzzed-server.js', import.meta.url)), {
  execArgv: ['--expose-gc'],
})
let crashed: string | undefined
const ended = once(server, 'exit')
server.on('exit', (code, signal) => (crashed ??= `the server ended with ${code ?? signal}`))
const told = async () => {
  const [answer] = (await Promise.race([once(server, 'message'), once(server, 'exit').then(() => [])])) as [
    Told?,
  ]
  if (!answer) throw new Error(crashed)
  return answer
}
const first = await told()
const port = Number(new URL(first.url).port)
let { credentials } = first

const counts = new Map<number, number>()
const faults: string[] = []
let sent = 0
let opened = 0

async function sendUpTo(limit: number): Promise<void> {
  const lane = async () => {
    while (sent < limit && faults.length < 10 && crashed === undefined) {
      const index = opened++
      const plan = planConnection(seed, index, credentials)
      sent += plan.requests
      const { statuses, fault } = await carryOut(plan, port)
      for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
      if (fault !== undefined) faults.push(`connection ${index + 1}: ${fault}\n${shown(plan)}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
}

function shown({ writes, ending }: Plan): string {
  const text = Buffer.concat(writes).toString('latin1')
  return `  ${JSON.stringify(text.length > 3000 ? `${text.slice(0, 2000)} … ${text.slice(-1000)}` : text)} (${ending})`
}

const measure = async () => {
  server.send('memory')
  const answer = await told()
  ;({ credentials } = answer)
  return Math.round(answer.memory / 2 ** 10)
}

if (only > 0) {
  const plan = planConnection(seed, only - 1, credentials)
  console.log(shown(plan))
  console.log(await carryOut(plan, port))
} else {
  const kilobytes: number[] = []
  // The first part covers everything created only once: compiled code, caches, pools.
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await sendUpTo(requests * part)
    if (crashed !== undefined || !server.connected) break
    kilobytes.push(await measure())
  }
  const [begin = 0, , , end = 0] = kilobytes
  // A full run would reveal a leak of ten bytes per request; a small run could not.
  const allowed = Math.max(2048, (requests * 0.75 * 10) / 2 ** 10)
  if (end - begin > allowed) faults.push(`memory grew from ${begin} kB to ${end} kB`)
  if (!server.connected) await ended
  if (crashed !== undefined) faults.push(crashed)
  const answers = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  console.log(`${sent} requests on ${opened} connections; answers ${answers.join(', ')}`)
  console.log(`memory after each quarter: ${kilobytes.map((size) => `${size} kB`).join(', ')}`)
}
for (const fault of faults) console.error(`fault: ${fault}`)
if (crashed === undefined) {
  server.send('stop')
  await ended
}
console.log(
  faults.length === 0 ? 'no 5xx, no connection without an answer, no growth' : `${faults.length} faults`,
)
process.exitCode = faults.length === 0 ? 0 : 1
