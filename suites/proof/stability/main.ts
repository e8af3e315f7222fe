import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { runStability, type StabilityRun } from './stability.ts'

/** `npm run stability`: exits 5 where a verdict is not that of the undisturbed run. */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    jobs: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    latency: { type: 'string', default: '200' },
    load: { type: 'string', default: String(availableParallelism()) },
    only: { type: 'string', multiple: true, default: [] },
  },
})

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
let ended = 0
const onRun = ({ seed, exchanges, durationMs, changed }: StabilityRun) => {
  const what = changed.map(
    ({ id, expected, got, message }) => `\n  ${id}: ${expected} before, ${got} now: ${message}`,
  )
  process.stdout.write(
    `run ${++ended}, seed ${seed}: ${exchanges} exchanges in ${seconds(durationMs)}, ` +
      `${changed.length === 0 ? 'no verdict' : changed.length} changed${what.join('')}\n`,
  )
}

const done = await runStability({
  count: Number(values.count),
  jobs: Number(values.jobs),
  runs: Number(values.runs),
  seed: Number(values.seed),
  latencyMs: Number(values.latency),
  load: Number(values.load),
  only: values.only,
  onRun,
})
const unstable = done.filter(({ changed }) => changed.length > 0)
process.stdout.write(
  `stability: ${unstable.length} of ${done.length} runs changed a verdict ` +
    `(up to ${values.latency} ms of latency, ${values.load} busy cores, ${values.jobs} at a time)\n`,
)
process.exitCode = unstable.length === 0 && done.length > 0 ? 0 : 5
