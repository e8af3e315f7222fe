import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { SelfTestOptions } from '../../../harness/cli/self-test-options.ts'
import type { Shard } from '../../../reports/report.ts'
import { closestWord } from '../../../harness/subject/closest-word.ts'
import { UsageError } from '../../../harness/subject/subject-error.ts'
import { caughtAlike, isWrong, type Finding } from './findings.ts'
import { killMatrix } from './kill-matrix.ts'
import { readListedChanges } from './listed-changes.ts'
import { createSelfTestProgress } from './progress.ts'
import { createClientTasks } from '../../client/proof/tasks.ts'
import { createTasks, type Task } from './tasks.ts'
import { createWorkers } from './workers.ts'

/** Runs the suite against every chosen changed server, and prints each verdict that is not the expected one. */
export async function selfTest(options: SelfTestOptions): Promise<number> {
  const { seed = 1, runs = 3, jobs = availableParallelism() } = options
  const listed = await readListedChanges()
  if (options.matrix !== undefined) {
    writeFileSync(options.matrix, killMatrix(listed.defects))
    return 0
  }
  const workers = createWorkers(jobs)
  const clients = createClientTasks(seed)
  const findings: Finding[] = []
  const chosen = choose(
    [
      ...createTasks(listed, { seed, runs, workers }),
      ...clients.tasks.map((task) => ({ ...task, group: 'clients' })),
    ],
    options.only,
  )
  const tasks = options.shard ? partOf(chosen, options.shard) : chosen
  const progress = createSelfTestProgress({
    stream: process.stderr,
    total: tasks.length,
    now: () => performance.now(),
  })
  try {
    await inParallel(tasks, jobs, async (task) => {
      const found = await task.run()
      findings.push(found)
      progress.ended(found)
    })
  } finally {
    progress.end()
    workers.stop()
    await clients.stop()
  }
  const wrong = findings.filter(isWrong)
  const alike = caughtAlike(findings)
  if (options.json) process.stdout.write(`${JSON.stringify({ seed, runs, findings, alike }, null, 2)}\n`)
  else process.stdout.write(`${alike.map(sayAlike).join('')}${summary(findings, wrong, seed)}\n`)
  return wrong.length + alike.length === 0 ? 0 : 5
}

async function inParallel<T>(all: readonly T[], count: number, work: (one: T) => Promise<void>) {
  const left = all.values()
  const worker = async () => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: count }, worker))
}

/** @throws UsageError if a word matches nothing */
function choose(tasks: readonly Task[], only: readonly string[]): Task[] {
  const words = [...new Set(tasks.flatMap(({ name, group }) => [name, group]))]
  for (const word of only) {
    if (words.includes(word)) continue
    const near = closestWord(word, words)
    throw new UsageError(
      `self-test --only: there is no "${word}"${near === undefined ? '.' : `; did you mean ${near}?`} ` +
        '"reference-server list" shows the defects and variations.',
    )
  }
  return tasks.filter(
    ({ name, group, onDemand }) =>
      (only.length === 0 && !onDemand) ||
      only.includes(name) ||
      only.includes(group) ||
      group === 'unchanged',
  )
}

/** Takes every n-th task, so that each part gets some of every group: groups differ in duration. */
export const partOf = <T>(all: readonly T[], { index, count }: Shard): T[] =>
  all.filter((_, at) => at % count === index - 1)

const sayAlike = (names: readonly string[]): string =>
  `the report does not tell apart: ${names.join(', ')}; leave one out, or let a case say more\n`

const summary = (findings: readonly Finding[], wrong: readonly Finding[], seed: number): string =>
  wrong.length === 0
    ? `self-test: ${findings.length} runs, each judged as expected (seed ${seed})`
    : `self-test: ${wrong.length} of ${findings.length} runs not judged as expected (seed ${seed})`
