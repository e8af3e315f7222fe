import { availableParallelism } from 'node:os'
import type { SelfTestOptions } from '../../../harness/cli/options/judge-options.ts'
import { writeNamedFile } from '../../../harness/cli/files/write-file.ts'
import { shareOf } from '../../../harness/engine/schedule/share-of.ts'
import { inParallel } from '../../../harness/subject/in-parallel.ts'
import { cases } from '../../all.ts'
import { choose } from './choose.ts'
import { caughtAlike, isWrong, type Finding } from './findings.ts'
import { killMatrix } from './kill-matrix.ts'
import { readListedChanges } from './listed-changes.ts'
import { createSelfTestProgress } from './progress.ts'
import { createClientTasks } from './client-tasks.ts'
import { neverFailed } from './never-failed.ts'
import { carryOut, createSteps, type Step } from './steps.ts'
import { summary } from './summary.ts'
import { createTasks } from './tasks.ts'
import { toldApartAlone } from './told-apart-alone.ts'
import { createWorkers } from './workers.ts'

/** How many runs wait for a server that never answers while one keeps a core busy. */
const waitingPerJob = 3

/** Runs the suite against every chosen changed server, and prints each verdict that is not the expected one. */
export async function selfTest(options: SelfTestOptions): Promise<number> {
  const { seed = 1, runs = 3, jobs = availableParallelism() } = options
  const listed = await readListedChanges()
  if (options.matrix !== undefined) {
    writeNamedFile(options.matrix, killMatrix(listed.defects), '--matrix')
    return 0
  }
  const workers = createWorkers(jobs)
  const waiting = createWorkers(jobs * waitingPerJob)
  const clients = createClientTasks(seed)
  const found: Finding[] = []
  const split: Finding[] = []
  const servers = createTasks(listed, { seed, runs, workers, waiting })
  const chosen = choose(
    [...servers.tasks, ...clients.tasks.map((task) => ({ ...task, group: 'clients' }))],
    options.only,
  )
  const all = createSteps(chosen, { seed, alone: options.alone, named: options.only, judge: servers.judge })
  const steps = shareOf(all, options.shard)
  const progress = createSelfTestProgress({
    stream: process.stderr,
    total: steps.length,
    now: () => performance.now(),
  })
  const judgeStep = async (step: Step) => {
    const judged = await carryOut(step)
    found.push(...judged.findings)
    split.push(...judged.split)
    progress.ended(judged)
  }
  const judgeAlone = async (name: string) => {
    const task = servers.tasks.find((one) => one.name === name && one.planned?.kind === 'defect')
    if (!task) throw new Error(`there is no defect ${name}`)
    return task.run()
  }
  const breaking = (requirement: string) =>
    servers.tasks.filter(
      ({ planned }) =>
        planned?.kind === 'defect' &&
        !planned.oneByOne &&
        planned.expected.breaks.some((one) => one.requirement === requirement),
    )
  const isWhole = options.only.length === 0 && options.shard === undefined
  let findings: Finding[]
  let unproved: string[] = []
  try {
    const [waits = [], works = []] = [true, false].map((one) => steps.filter((step) => step.waits === one))
    await Promise.all([
      inParallel(works, jobs, judgeStep),
      inParallel(waits, jobs * waitingPerJob, judgeStep),
    ])
    findings = await toldApartAlone(found, judgeAlone)
    if (isWhole)
      unproved = await neverFailed([...cases.values()], servers.failed, (requirement) =>
        Promise.all(breaking(requirement).map((task) => task.run())),
      )
  } finally {
    progress.end()
    workers.stop()
    waiting.stop()
    await clients.stop()
  }
  const alike = caughtAlike(findings)
  if (options.json)
    process.stdout.write(`${JSON.stringify({ seed, runs, findings, alike, unproved, split }, null, 2)}\n`)
  else process.stdout.write(`${summary({ seed, findings, alike, unproved, split })}\n`)
  return findings.some(isWrong) || alike.length > 0 || unproved.length > 0 ? 5 : 0
}
