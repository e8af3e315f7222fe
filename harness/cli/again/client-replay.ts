import type { Report } from '../../../reports/report.ts'
import { client } from '../client/client.ts'
import type { ReplayOptions, chooseCases } from './replay.ts'
import type { Suite } from '../suite.ts'

/**
 * Plays the scenarios of a report's cases again, with its seed. If the report is about a client's own tests, runs the whole
 * command again.
 */
export async function replayClient(
  suite: Suite,
  report: Report,
  cases: ReturnType<typeof chooseCases>,
  options: ReplayOptions & { out: string },
): Promise<number> {
  const { config, command = [] } = report.subject.client ?? {}
  const file = options.config ?? config
  const { scenarios } = await suite.client.load()
  const names = scenarios.flatMap(({ name, situations = [] }) => [name, ...situations])
  const wanted = cases.map(({ id }) => id.slice(id.indexOf('/') + 1)).filter((name) => names.includes(name))
  return await client(suite, command, {
    ...(file === undefined ? {} : { config: file }),
    out: options.out,
    format: ['json'],
    only: [...new Set(cases.map(({ id }) => id.slice(0, id.indexOf('/'))))],
    skip: [],
    scenario: command.length > 0 ? [] : [...new Set(wanted)],
    strict: false,
    requireComplete: false,
    seed: report.seed,
    quiet: options.quiet,
    json: options.json,
  })
}
