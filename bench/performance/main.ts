// Measures the reference server and the suite, and prints tables for docs/performance.md.
import { cpus } from 'node:os'
import { measureProxy } from './measure-proxy.ts'
import { readNumbers } from '../options.ts'
import { measureDistant } from './distant.ts'
import { measureRejectedLogins } from './enumeration.ts'
import { goalOf, measureRoutes } from './routes.ts'
import { measureStartUp, type Took } from './start-up.ts'
import { measureSuite } from './suite.ts'

const { slices, requests, rounds, logins, latency } = readNumbers({
  slices: 15,
  requests: 2000,
  rounds: 7,
  logins: 200,
  latency: 100,
})

const table = (head: string[], rows: (string | number)[][]) => {
  for (const cells of [head, head.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`)
  console.log()
}
const whole = (value: number) => Math.round(value).toLocaleString('en')
const ratio = (value: number) => value.toFixed(2)

console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}\n`)

const startUp = await measureStartUp(rounds)
const took = ({ wall, cpu }: Took) => [`${whole(wall)} ms`, `${whole(cpu)} ms`]
table(
  ['start-up (medians)', 'wall', 'CPU time'],
  [
    ['`reference-server start`, to its ready line', ...took(startUp.process)],
    ['`startServer()`, the first in a process', ...took(startUp.firstInProcess)],
    ['`startServer()`, each after it', ...took(startUp.nextInProcess)],
  ],
)
console.log(`Memory of the process once ready: ${whole(startUp.megabytes)} MB\n`)

table(
  ['route', 'requests/s', 'bare fastify', 'ratio', 'by CPU time', 'goal'],
  (await measureRoutes(slices, requests)).map((route) => [
    route.name,
    whole(route.reference),
    whole(route.bare),
    ratio(route.ratio),
    ratio(route.cpuRatio),
    goalOf(route.name) ?? '',
  ]),
)

table(
  ['a wrong password for', 'lower quartile', 'median', 'upper quartile'],
  (await measureRejectedLogins(logins)).map(({ name, ...times }) => [
    name,
    ...[times.lowerQuartile, times.median, times.upperQuartile].map((value) => `${value.toFixed(1)} ms`),
  ]),
)

const { directMs, proxiedMs, addedMs } = await measureProxy()
table(
  ['an exchange of a client (medians)', 'direct', 'through the recording proxy', 'added', 'goal'],
  [['', ...[directMs, proxiedMs, addedMs].map((value) => `${value.toFixed(3)} ms`), '< 0.3 ms']],
)

const rows = []
for (const runs of [5, 25, 100, 400, 1000]) {
  const { rate, ...suite } = await measureSuite(runs)
  const loops = [suite.oneByOne, suite.eightAtOnce].flatMap((bare) => [whole(bare), ratio(rate / bare)])
  rows.push([
    runs,
    whole(suite.exchanges),
    `${suite.seconds.toFixed(1)} s`,
    whole(suite.wholeRate),
    whole(rate),
    ...loops,
    `${whole(suite.megabytes)} MB`,
  ])
}
const loops = ['bare loop, one by one', 'ratio', 'eight at once', 'ratio']
table(
  ['`--runs`', 'exchanges', 'time', 'per second', 'per second, first to last request', ...loops, 'memory'],
  rows,
)

const distant: [string, { jobs?: number; replicas?: number }][] = [
  ['`concurrency: 8`', {}],
  ['`concurrency: 16`', { jobs: 16 }],
  ['`replicas: 4`', { replicas: 4 }],
]
const far = []
for (const [name, options] of distant) {
  const { exchanges, seconds, roundTrips } = await measureDistant({ ...options, farMs: latency })
  far.push([name, whole(exchanges), `${seconds.toFixed(1)} s`, whole(roundTrips)])
}
table([`each response takes ${latency} ms`, 'exchanges', 'time', 'round trips in a row'], far)
