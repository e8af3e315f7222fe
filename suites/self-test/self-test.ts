import { availableParallelism } from 'node:os'
import { closestWord } from '../../harness/subject/closest-word.ts'
import { UsageError } from '../../harness/subject/subject-error.ts'
import type { SelfTestOptions } from '../../harness/cli/self-test-options.ts'
import { compare, type Ended, type Mismatch } from './expected.ts'
import { readListedChanges, type Mode } from './listed-changes.ts'
import { planRuns, type Planned } from './plan.ts'
import { referenceDeclaration } from './reference-declaration.ts'
import { createWorkers, type Outcome } from './workers.ts'

export interface Finding {
  kind: string
  name: string
  fault?: string
  /** How long the run took, in milliseconds. */
  durationMs: number
  mismatches: Mismatch[]
}

/** Runs the suite against every changed server chosen, and prints where a verdict is not the expected one. */
export async function selfTest(options: SelfTestOptions): Promise<number> {
  const { seed = 1, runs = 3, jobs = availableParallelism() } = options
  const plan = choose(planRuns(await readListedChanges()), options.only)
  const workers = createWorkers(jobs)
  const cleanRuns = new Map<string, Promise<Outcome>>()
  const clean = (mode: Mode) => {
    const { debug = true, serverVersion = '2.10.0' } = mode
    const key = JSON.stringify([debug, serverVersion])
    const known = cleanRuns.get(key)
    if (known) return known
    const run = workers.run({ declaration: referenceDeclaration({ mode }), seed, runs })
    cleanRuns.set(key, run)
    return run
  }
  const live = process.stderr.isTTY && !options.json
  let done = 0
  const findings: Finding[] = []
  try {
    await Promise.all(
      plan.map(async ({ kind, name, changed, expected }) => {
        const cleanRun = clean(changed.mode)
        const outcome = await workers.run({ declaration: referenceDeclaration(changed), seed, runs })
        const before = await cleanRun
        const durationMs = outcome.ended?.durationMs ?? 0
        const finding: Finding = { kind, name, durationMs, mismatches: [] }
        const fault = before.fault ?? outcome.fault
        if (fault !== undefined || !before.ended || !outcome.ended)
          finding.fault = fault ?? 'the run gave no result'
        else finding.mismatches = compare(before.ended, expected, outcome.ended)
        findings.push(finding)
        done += 1
        if (live) process.stderr.write(`\r\u001B[2K${done}/${plan.length} ${kind} ${name}`)
      }),
    )
    for (const [key, run] of cleanRuns) findings.push(...cleanFinding(key, await run))
  } finally {
    if (live) process.stderr.write('\r\u001B[2K')
    workers.stop()
  }
  const wrong = findings.filter(({ fault, mismatches }) => fault !== undefined || mismatches.length > 0)
  if (options.json) process.stdout.write(`${JSON.stringify({ seed, runs, findings }, null, 2)}\n`)
  else process.stdout.write(`${wrong.map(describe).join('')}${summary(plan, wrong, seed)}\n`)
  return wrong.length === 0 ? 0 : 5
}

/** The unchanged server must fail nothing and leave nothing open. */
function cleanFinding(key: string, { ended, fault }: Outcome): Finding[] {
  const mismatches = Object.entries((ended as Ended | undefined)?.verdicts ?? {})
    .filter(([, { verdict }]) => !['pass', 'not-applicable', 'untested'].includes(verdict))
    .map(([requirement, { verdict, message }]) => ({ requirement, expected: 'pass', got: verdict, message }))
  return [
    {
      kind: 'unchanged server',
      name: key,
      durationMs: ended?.durationMs ?? 0,
      mismatches,
      ...(fault === undefined ? {} : { fault }),
    },
  ]
}

function choose(plan: readonly Planned[], only: readonly string[]): Planned[] {
  const groups = ['defects', 'variations']
  const names = plan.map(({ name }) => name)
  for (const word of only) {
    if (names.includes(word) || groups.includes(word)) continue
    const near = closestWord(word, [...names, ...groups])
    throw new UsageError(
      `there is no defect or variation "${word}"${near === undefined ? '' : `; did you mean ${near}?`}`,
    )
  }
  return plan.filter(
    ({ kind, name }) => only.length === 0 || only.includes(name) || only.includes(`${kind}s`),
  )
}

function describe({ kind, name, fault, mismatches }: Finding): string {
  const lines = mismatches.map(
    ({ requirement, expected, got, message }) =>
      `  ${requirement}: expected ${expected}, got ${got}${message === '' ? '' : `\n    ${short(message)}`}`,
  )
  return `${kind} ${name}\n${fault === undefined ? '' : `  ${fault.replaceAll('\n', '\n  ')}\n`}${lines.map((line) => `${line}\n`).join('')}`
}

const short = (message: string) =>
  (message.length > 260 ? `${message.slice(0, 260)}…` : message).replaceAll('\n', '\n    ')

const summary = (plan: readonly Planned[], wrong: readonly Finding[], seed: number): string =>
  wrong.length === 0
    ? `self-test: ${plan.length} changed servers, each judged as expected (seed ${seed})`
    : `self-test: ${wrong.length} not as expected, of ${plan.length} changed servers (seed ${seed})`
