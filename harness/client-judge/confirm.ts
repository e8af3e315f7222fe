import type { CaseResult } from '../verdicts/results.ts'
import { judgeClient } from './judge.ts'
import type { JudgeInput } from './judged.ts'
import type { Played, Scenario } from './played.ts'

/** A stray request makes at most this many scenarios fail. */
const most = 3

export interface Confirmed {
  results: CaseResult[]
  played: readonly Played[]
  /** Failures that occurred only the first time. */
  strays: string[]
}

/**
 * Judges, and plays the scenarios that failed again, alone, if there are few; the second result then counts. The client is
 * not to blame for what fails only once: a request of another program, which still knew the port, only reaches a scenario
 * once.
 */
export async function judgeConfirmed(
  input: JudgeInput,
  playAgain: (scenarios: readonly Scenario[]) => Promise<readonly Played[]>,
): Promise<Confirmed> {
  const results = judgeClient(input)
  const { played } = input
  const failures = results.filter(({ verdict }) => verdict === 'fail')
  const slugs = new Set(failures.map(({ id, requirement }) => id.slice(requirement.length + 1)))
  const scenarios = input.scenarios.filter(({ name, situations = [] }) =>
    [name, ...situations].some((one) => slugs.has(one)),
  )
  if (scenarios.length === 0 || scenarios.length > most) return { results, played, strays: [] }
  const again = await playAgain(scenarios)
  const latest = played.map((one) => again.find(({ scenario }) => scenario === one.scenario) ?? one)
  const second = judgeClient({ ...input, played: latest })
  const still = new Set(second.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id))
  return {
    results: second,
    played: latest,
    strays: failures
      .filter(({ id }) => !still.has(id))
      .map(({ id, message }) => `${id} failed once, and not when its scenario was played again: ${message}`),
  }
}
