import { Command } from 'commander'
import { availableParallelism } from 'node:os'
import { wholeNumber, words } from '../../../harness/cli/options/option-values.ts'
import { runStability, type StabilityOptions, type StabilityRun } from './stability.ts'

interface Options extends Omit<StabilityOptions, 'latencyMs' | 'onRun'> {
  latency: number
}

const program = new Command('npm run stability --')
  .description(
    'Judges the reference server undisturbed, then with latency and busy cores. Exits with 5 if a verdict changes.',
  )
  .option('--count <number>', 'number of disturbed runs', wholeNumber(1), 50)
  .option('--jobs <number>', 'number of parallel runs', wholeNumber(1), 1)
  .option('--runs <number>', 'number of tries per property', wholeNumber(1), 3)
  .option('--seed <number>', 'seed of the first run', wholeNumber(0), 1)
  .option('--latency <ms>', 'longest delay of an answer, in milliseconds', wholeNumber(0), 200)
  .option('--load <number>', 'number of cores to keep busy', wholeNumber(0), availableParallelism())
  .option('--only <names...>', 'only these topics, rules or cases', words, [])
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
const { latency, ...values } = program.parse().opts<Options>()

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

const done = await runStability({ ...values, latencyMs: latency, onRun })
const unstable = done.filter(({ changed }) => changed.length > 0)
process.stdout.write(
  `stability: ${unstable.length} of ${done.length} runs changed a verdict ` +
    `(up to ${latency} ms of latency, ${values.load} busy cores, ${values.jobs} at a time)\n`,
)
process.exitCode = unstable.length === 0 && done.length > 0 ? 0 : 5
