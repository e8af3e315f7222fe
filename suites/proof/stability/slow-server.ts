import { createRandom } from '../../../harness/run/random.ts'
import { startProcess } from '../../../harness/subject/process/process.ts'
import { shellQuote } from '../../../harness/subject/process/shell-quote.ts'
import { startLatencyProxy } from './latency-proxy.ts'

/**
 * Starts a server and adds latency in front of it and of its clock control: `slow-server.js SEED SHORTEST_MS LONGEST_MS
 * COMMAND …`. Prints the server's ready line with other addresses.
 */
const [seed, shortestMs, longestMs, ...command] = process.argv.slice(2)
const delays = {
  shortestMs: Number(shortestMs),
  longestMs: Number(longestMs),
  random: createRandom(Number(seed)),
}
const server = await startProcess({
  command: command.map((word) => shellQuote(word)).join(' '),
  cwd: process.cwd(),
  env: process.env,
  timeoutMs: 60_000,
})
const slowed = async (url: string | undefined) =>
  url === undefined ? undefined : (await startLatencyProxy(origin(url), delays)).url + path(url)

const origin = (url: string) => new URL(url).origin
const path = (url: string) => new URL(url).pathname.replace(/\/$/, '')

process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
const ready = { ready: true, url: await slowed(server.url), control: await slowed(server.control) }
process.stdout.write(`${JSON.stringify(ready)}\n`)
