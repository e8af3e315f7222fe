import { combineReports } from '../../verdicts/combine-reports.ts'
import { createSecrets } from '../../wire/shown/masking.ts'
import { flagsOf } from '../../verdicts/verify-consistency.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { checkShards, type NamedShard } from './check-shards.ts'
import { publish } from '../judge/publish.ts'
import type { JudgeOptions } from '../options/judge-options.ts'
import { chooseFormats, prepareFolder } from '../files/prepare-output.ts'
import { readBaseline } from '../files/read-baseline.ts'
import { replayedFrom, shellWord } from '../judge/reproduce.ts'
import { setAside } from '../files/set-aside.ts'
import type { Suite } from '../suite.ts'
import { readVerified } from './verify.ts'

export interface MergeOptions extends Pick<JudgeOptions, 'format' | 'baseline' | 'quiet' | 'json'> {
  out: string
}

/**
 * `conformance merge`: merges all shards of a run into one report. Decides verdicts, conclusion and exit code again.
 * @throws UsageError if a report does not verify, is not a shard, or belongs to another run
 */
export async function merge(
  suite: Suite,
  folders: readonly string[],
  options: MergeOptions,
): Promise<number> {
  const formats = chooseFormats(options.format)
  const named: NamedShard[] = []
  for (const name of folders) named.push({ name, report: await readVerified(suite, name, ['part']) })
  const shards = checkShards(named)
  const [first] = shards
  const flags = flagsOf(first.reproduce)
  if (flags.has('--baseline') && options.baseline === undefined)
    throw new UsageError(
      'the shards were judged with --baseline: give it to merge too, which decides the exit code',
    )
  const baseline = readBaseline(suite, options.baseline)
  const { out } = options
  const report = combineReports(shards, {
    names: shards.map(({ shard }) => `shard ${shard?.index}/${shard?.count}`),
    order: [...suite.requirements.keys()],
    cases: [...(await suite.loadCases()).values()],
    questions: suite.openQuestions,
    strict: flags.has('--strict'),
    requireComplete: flags.has('--require-complete'),
    baseline,
    reproduce:
      first.reproduce.replace(/ --shard \S+/, '') +
      (baseline && !flags.has('--baseline') ? ` --baseline ${shellWord(options.baseline ?? '')}` : ''),
  })
  prepareFolder(out)
  setAside(out)
  return await publish(replayedFrom(report, out), options, {
    out,
    formats,
    name: first.subject.baseUrl,
    // The contents of the shards were masked and searched for secrets when they were written.
    secrets: createSecrets(),
  })
}
