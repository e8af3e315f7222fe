import type { Report } from '../../reports/report.ts'
import type { JudgeOptions } from './judge-options.ts'

export interface Again {
  options: JudgeOptions
  seed: number
  runs: number
  /** Folder of the reports. */
  out: string
  /** The arguments of a replay. */
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
    const slow = options.slow ? ['--slow'] : []
    return [
      'npx conformance replay',
      ...words,
      ...subjectWords(options),
      ...slow,
      `--from ${shellWord(from)}`,
    ].join(' ')
  }
  const words = ['npx conformance', ...subjectWords(options), `--seed ${seed}`, `--runs ${runs}`]
  if (options.only.length > 0) words.push(`--only ${options.only.join(',')}`)
  if (options.skip.length > 0) words.push(`--skip ${options.skip.join(',')}`)
  if (options.requirements !== undefined) words.push(`--requirements ${options.requirements}`)
  if (options.strict) words.push('--strict')
  if (options.requireComplete) words.push('--require-complete')
  if (options.baseline !== undefined) words.push(`--baseline ${shellWord(options.baseline)}`)
  if (options.slow) words.push('--slow')
  if (options.jobs !== undefined) words.push(`--jobs ${options.jobs}`)
  if (options.depth !== undefined) words.push(`--depth ${options.depth}`)
  if (options.failed)
    words.push('--failed', ...(options.from === undefined ? [] : [`--from ${shellWord(options.from)}`]))
  if (options.shard) words.push(`--shard ${options.shard.index}/${options.shard.count}`)
  return words.join(' ')
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
  const { complete, ...rest } = report
  return {
    ...rest,
    requirements: inAll(report.requirements),
    ...(report.pending ? { pending: inAll(report.pending) } : {}),
    complete,
  }
}

function subjectWords({ baseUrl, config, envFile, bundled = false }: JudgeOptions): string[] {
  return [
    ...(bundled ? ['--bundled'] : []),
    ...(baseUrl === undefined ? [] : [`--base-url ${shellWord(baseUrl)}`]),
    ...(config === undefined ? [] : [`--config ${shellWord(config)}`]),
    ...(envFile === undefined ? [] : [`--env-file ${shellWord(envFile)}`]),
  ]
}

/** Quotes a text as one word of a shell line. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
