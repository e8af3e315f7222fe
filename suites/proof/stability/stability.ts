import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inParallel } from '../../../harness/subject/in-parallel.ts'
import { attempt } from '../../../harness/wire/attempt.ts'
import { packageFolder } from '../../../harness/subject/files/package-folder.ts'
import { parseReport } from '../../../reports/parse-report.ts'
import type { Report } from '../../../reports/report.ts'
import { changedVerdicts, type ChangedVerdict } from './changed-verdicts.ts'
import { slowDeclaration } from './slow-declaration.ts'
import { Worker } from 'node:worker_threads'

export interface StabilityOptions {
  count: number
  /** How many of them run at the same time. */
  jobs: number
  /** Runs of each property in each of them. */
  runs: number
  /** The seed of the first run; each further run has the next one. */
  seed: number
  /** The longest delay of one exchange, in milliseconds. */
  latencyMs: number
  /** The number of cores kept busy meanwhile. */
  load: number
  /** Ids and topics, as with `conformance --only`; if empty, all. */
  only: readonly string[]
  /** Called with each disturbed run as it ends. */
  onRun(run: StabilityRun): void
}

export interface StabilityRun {
  seed: number
  exchanges: number
  durationMs: number
  changed: ChangedVerdict[]
}

/**
 * Judges the reference server once undisturbed, then `count` times with every exchange delayed and the processor loaded,
 * each time as a user does and with another seed.
 * @returns for each run, what differs from the undisturbed run
 * @throws Error if a run leaves no report
 */
export async function runStability(options: StabilityOptions): Promise<StabilityRun[]> {
  const { count, jobs, seed, latencyMs, onRun } = options
  const folder = mkdtempSync(join(tmpdir(), 'conformance-stability-'))
  const run = (name: string, ownSeed: number, longestMs: number) =>
    judgeOnce(join(folder, name), ownSeed, longestMs, options)
  try {
    const undisturbed = await run('undisturbed', seed, 0)
    const load = startCpuLoad(options.load)
    const done: StabilityRun[] = []
    try {
      const seeds = Array.from({ length: count }, (_, index) => seed + index)
      await inParallel(seeds, jobs, async (ownSeed) => {
        const report = await run(String(ownSeed), ownSeed, latencyMs)
        const { exchanges, durationMs } = report
        const changed = changedVerdicts(undisturbed, report)
        const ended = { seed: ownSeed, exchanges, durationMs, changed }
        done.push(ended)
        onRun(ended)
      })
    } finally {
      await load.stop()
    }
    return done
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the command once, in a separate process and folder. */
async function judgeOnce(
  folder: string,
  seed: number,
  longestMs: number,
  { runs, only }: StabilityOptions,
): Promise<Report> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'conformance.json'), JSON.stringify(slowDeclaration(seed, 0, longestMs)))
  const args = [...`--seed ${seed} --runs ${runs} --format json --quiet --out`.split(' '), folder]
  const program = join(packageFolder(), 'bin', 'conformance.js')
  const said = await new Promise<string>((resolve) => {
    const all = [program, ...args, ...(only.length > 0 ? ['--only', ...only] : [])]
    execFile(process.execPath, all, { cwd: folder }, (_, stdout, stderr) => resolve(stdout + stderr))
  })
  const report = attempt(() => parseReport(readFileSync(join(folder, 'report.json'), 'utf8')))
  if (!report) throw new Error(`the run with seed ${seed} left no report:\n${said}`)
  return report
}

/** Keeps this many processor cores busy until it is stopped. */
function startCpuLoad(cores: number): { stop(): Promise<void> } {
  const busy = Array.from({ length: cores }, () => new Worker('for (;;);', { eval: true }))
  return {
    async stop() {
      await Promise.all(busy.map((worker) => worker.terminate()))
    },
  }
}
