import type { Report } from '../../../reports/report.ts'
import type { JudgeOptions } from '../options/judge-options.ts'
import type { RunSpec } from '../../engine/run-spec.ts'

export interface Again {
  options: JudgeOptions
  seed: number
  runs: number
  /** Folder of the reports. */
  out: string
  replayed?: Replayed | undefined
}

export interface Replayed {
  /** Cases and requirements as named; empty: all failures. */
  words: readonly string[]
  /** The report that contains them. */
  from: string
}

/** Returns the shell line that repeats the run. */
export function reproduceLine({ options, seed, runs, replayed }: Again): string {
  if (replayed) {
    const { words, from } = replayed
    const more = optionWords({ slow: options.slow, from })
    return ['npx conformance replay', ...words, ...subjectWords(options), ...more].join(' ')
  }
  const { only, skip, requirements, strict, requireComplete, baseline, slow, jobs, depth, failed, shard } =
    options
  const choice = { only, skip, requirements, strict, requireComplete, baseline, slow, jobs, depth, failed }
  const from = failed ? options.from : undefined
  const part = shard && `${shard.index}/${shard.count}`
  const more = optionWords({ seed, runs, ...choice, from, shard: part })
  return ['npx conformance', ...subjectWords(options), ...more].join(' ')
}

/** Returns the shell line that repeats one case of this report. */
export function replayLine(caseId: string, { options, out }: Again): string {
  return [
    'npx conformance replay',
    caseId,
    `--from ${shellWord(out)}/report.json`,
    ...subjectWords(options),
  ].join(' ')
}

/**
 * Returns the report with replay lines that refer to this folder; the reports that it was made from are in other folders.
 */
export function replayedFrom(report: Report, out: string): Report {
  const inAll = (requirements: Report['requirements']) =>
    requirements.map((one) => ({
      ...one,
      cases: one.cases.map((each) => ({
        ...each,
        replay: each.replay.replace(
          / --from ('(?:[^']|'\\'')*'|\S+)\/report\.json/,
          () => ` --from ${shellWord(out)}/report.json`,
        ),
      })),
    }))
  return {
    ...report,
    requirements: inAll(report.requirements),
    ...(report.pending ? { pending: inAll(report.pending) } : {}),
  }
}

const subjectWords = ({ baseUrl, config, envFile, bundled }: JudgeOptions): string[] =>
  optionWords({ bundled, baseUrl, config, envFile })

/** Returns options as words of a shell line, in their order. */
export const optionWords = (options: GivenOptions): string[] => optionArguments(options).map(shellWord)

type GivenOptions = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** Returns options as arguments: `{ requireComplete: true, seed: 1 }` as `--require-complete`, `--seed` and `1`. */
export const optionArguments = (options: GivenOptions): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false || (typeof value === 'object' && value.length === 0)) return []
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return value === true ? [option] : [option, String(value)]
  })

/** Quotes a text as one word of a shell line. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Narrows a judging run down to certain cases. */
export interface Narrowed {
  cases: string[]
  replays: NonNullable<RunSpec['replays']>
  /** Set if a replay narrows the run. */
  replayed?: Replayed
}
