import type { CaseResult } from '../../verdicts/results.ts'
import type { Report } from '../../../reports/report.ts'
import type { ClientConfig } from '../../client-judge/client-config.ts'
import type { Chosen } from '../../verdicts/explained.ts'
import { buildReport, type ReportInput } from '../../verdicts/build-report.ts'
import type { RunMask } from '../../verdicts/run-mask.ts'
import type { ClientOptions } from '../options/judge-options.ts'
import type { Done } from './client-runs.ts'
import type { ClientRuleEntry, Suite } from '../suite.ts'
import { optionWords, shellWord } from '../judge/reproduce.ts'

export interface ClientReportInput extends Pick<ReportInput, 'durationMs' | 'seed' | 'baseline' | 'whole'> {
  suite: Suite
  rules: ReadonlyMap<string, ClientRuleEntry>
  results: readonly CaseResult[]
  /** Cases that an interrupted run did not get to, one for each rule concerned. */
  unplayed: readonly Chosen[]
  done: Done
  config: ClientConfig | undefined
  command: readonly string[]
  /** The client's name wherever it is shown. */
  name: string
  options: ClientOptions
  out: string
  startedAt: Date
  mask: RunMask
}

/** Builds the same kind of report as for a server, with the client as its subject. */
export function clientReport(input: ClientReportInput): Report {
  const { suite, rules, unplayed, done, config, command, options, seed, baseline, mask } = input
  const { isInterrupted, clientEnded, played } = done
  // What is missing where the rest was not played may have been in it.
  const open = new Set(unplayed.map(({ requirement }) => requirement))
  const results = input.results.filter(
    ({ requirement, verdict }) => !open.has(requirement) || !/^(untested|inconclusive)$/.test(verdict),
  )
  const report = buildReport({
    suite: { name: suite.name, version: suite.version, catalogueHash: suite.client.hash() },
    subject: {
      baseUrl: input.name,
      serverVersion: null,
      declared: config
        ? (['command', 'methods', 'families', 'upstream'] as const).filter((name) => config[name])
        : [],
      client: {
        ...(config ? { config: config.file } : {}),
        ...(command.length > 0 ? { command: [...command] } : {}),
      },
    },
    startedAt: input.startedAt.toISOString(),
    durationMs: input.durationMs,
    seed,
    runs: 1,
    reproduce: reproduceLine(input),
    replayOf: (id) => `npx conformance replay ${id} --from ${shellWord(input.out)}/report.json`,
    strict: options.strict,
    requireComplete: options.requireComplete,
    requirements: rules,
    chosen: [...results.map(({ id, requirement }) => ({ id, requirement })), ...unplayed],
    results: new Map(results.map((one) => [one.id, one])),
    summary: undefined,
    excluded: [],
    observations: [],
    notes: done.notes.map(mask.line),
    baseline,
    whole: input.whole,
    complete: !isInterrupted,
    subjectEnded: clientEnded,
    mask,
  })
  return {
    ...report,
    exchanges: played.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
    requirements: report.requirements.map((one) => ({ ...one, topic: suite.client.topicOf(one.id) })),
    clock: { kind: config?.upstream === undefined ? 'control' : 'none', aheadSeconds: 0 },
    exitCode: isInterrupted ? 130 : report.exitCode,
  }
}

function reproduceLine({ config, command, options, seed }: ClientReportInput): string {
  const { only, skip, scenario, strict, requireComplete, baseline, latency, timeout } = options
  const choice = { only, skip, scenario, strict, requireComplete, baseline, latency, timeout }
  const words = optionWords({ config: config?.file, seed, ...choice })
  const own = command.length === 0 ? [] : ['--', ...command.map(shellWord)]
  return ['npx conformance client', ...words, ...own].join(' ')
}
