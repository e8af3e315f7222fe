import type { CaseResult } from '../../../harness/verdicts/results.ts'
import type { Mismatch } from './expected.ts'
import type { Task } from './tasks.ts'
import { foldCases } from '../../../harness/verdicts/fold.ts'
import { methods as allMethods, type Method } from '../../../harness/client-judge/operation.ts'
import { createBench, type ProofBench } from '../../client/play-client.ts'
import type { ClientDefect } from '../../client/proof/defect.ts'
import { createOwnTime } from '../../client/proof/own-time.ts'
import { clientDefects, defectsByMfaAlone } from '../../client/proof/defects/index.ts'
import { inProcess } from '../../client/proof/in-process.ts'
import { nullClients } from '../../client/proof/null-clients.ts'
import { clientVariations } from '../../client/proof/variations.ts'

type ClientTask = Pick<Task, 'name' | 'run'>

/** The number of servers that play scenarios in parallel. */
const servers = 4

/**
 * The client half of the self-test: each planted defect fails just its own rules, nothing else fails, and null clients
 * pass nothing.
 */
export function createClientTasks(seed: number): { tasks: ClientTask[]; stop(): Promise<void> } {
  let bench: ProofBench | undefined
  const judge: ProofBench['judge'] = (...args) =>
    (bench ??= createBench(seed, servers, createOwnTime)).judge(...args)
  const task = (
    kind: string,
    name: string,
    start: Parameters<ProofBench['judge']>[0],
    expected: (verdict: string, requirement: string) => string | undefined,
    methods?: readonly Method[],
  ): ClientTask => ({
    name,
    async run() {
      const begun = performance.now()
      const results = await judge(start, methods)
      const mismatches = verdictsOf(results).flatMap(({ requirement, verdict, message }): Mismatch[] => {
        const wanted = expected(verdict, requirement)
        return wanted === undefined ? [] : [{ requirement, expected: wanted, got: verdict, message }]
      })
      return { kind, name, durationMs: Math.round(performance.now() - begun), mismatches }
    },
  })
  const valid =
    (...verdicts: string[]) =>
    (verdict: string) =>
      verdicts.includes(verdict) ? undefined : 'pass'
  const failing =
    ({ breaks }: ClientDefect) =>
    (verdict: string, requirement: string) => {
      const isWanted = (breaks as readonly string[]).includes(requirement)
      if (isWanted === (verdict === 'fail')) return undefined
      return isWanted ? 'fail' : 'anything but fail'
    }
  return {
    tasks: [
      task('client', 'reference-client', inProcess(), valid('pass')),
      ...allMethods.map((method) =>
        task('client', `reference-client-by-${method}-alone`, inProcess(), valid('pass', 'not-applicable'), [
          method,
        ]),
      ),
      ...clientDefects.map((one) => task('client defect', one.name, inProcess(one.apply), failing(one))),
      ...defectsByMfaAlone.map((one) =>
        task('client defect', `${one.name}-by-mfa-alone`, inProcess(one.apply), failing(one), ['mfa']),
      ),
      ...clientVariations.map(({ name, apply }) =>
        task('client variation', name, inProcess(apply), valid('pass', 'not-applicable', 'untested')),
      ),
      ...Object.entries(nullClients).map(([name, start]) =>
        task('null client', name, start, (verdict) => (verdict === 'pass' ? 'anything but pass' : undefined)),
      ),
    ],
    stop: async () => await bench?.stop(),
  }
}

/** Returns one verdict for each rule, with the message of its first case that didn't pass. */
function verdictsOf(results: readonly CaseResult[]) {
  const byRule = new Map<string, CaseResult[]>()
  for (const one of results) byRule.set(one.requirement, [...(byRule.get(one.requirement) ?? []), one])
  return [...byRule].map(([requirement, cases]) => ({
    requirement,
    verdict: foldCases(cases.map(({ verdict }) => verdict)),
    message: cases.map(({ id, message }) => (message === '' ? '' : `${id}: ${message}`)).find(Boolean) ?? '',
  }))
}
