import { isDeepStrictEqual } from 'node:util'
import type { Report } from '../../../reports/report.ts'
import { UsageError } from '../../subject/subject-error.ts'

export interface NamedShard {
  /** File or folder, as given by the operator. */
  name: string
  report: Report
}

/**
 * Returns the shards of one run, in order.
 * @throws UsageError if a shard is missing, given twice, or belongs to another run
 */
export function checkShards(named: readonly NamedShard[]): readonly [Report, ...Report[]] {
  const [first, ...others] = named
  if (!first) throw new UsageError('merge takes the folders of all shards: conformance merge DIR…')
  const whole = named.find(({ report }) => report.shard === undefined)
  if (whole)
    throw new UsageError(
      `${whole.name} is not from a shard: judge with --shard i/n, and merge the folders of all shards`,
    )
  for (const other of others) {
    const difference = differenceOf(first.report, other.report)
    if (difference !== undefined)
      throw new UsageError(`${first.name} and ${other.name} are not from the same run: ${difference}`)
  }
  const count = first.report.shard?.count ?? 0
  const inOrder: Report[] = []
  const missing: string[] = []
  for (let index = 1; index <= count; index++) {
    const [one, twin] = named.filter(({ report }) => report.shard?.index === index)
    if (twin)
      throw new UsageError(
        `shard ${index}/${count} appears twice: ${one?.name} and ${twin.name}; leave one out`,
      )
    if (one) inOrder.push(one.report)
    else missing.push(`${index}/${count}`)
  }
  if (missing.length > 0)
    throw new UsageError(
      `shards are missing: ${missing.join(', ')}; judge each with --shard, and name its folder too`,
    )
  return inOrder as [Report, ...Report[]]
}

/** Returns why two reports can't be shards of one run, and how to fix it; undefined if they can. */
function differenceOf(one: Report, other: Report): string | undefined {
  const differ = <T>(of: (report: Report) => T) => !isDeepStrictEqual(of(one), of(other))
  const both = <T>(of: (report: Report) => T) => `${String(of(one))} and ${String(of(other))}`
  if (differ(({ suite }) => suite.catalogueHash))
    return 'they were judged by different rules; use the same version for all'
  if (differ(({ suite }) => suite.requirementSet))
    return 'they were judged by different sets of requirements; use the same --requirements for all'
  if (differ(({ seed }) => seed))
    return `their seeds are ${both(({ seed }) => seed)}; use the same --seed for all`
  if (differ(({ runs }) => runs)) return `their --runs are ${both(({ runs }) => runs)}; use the same for all`
  if (differ(({ shard }) => shard?.count))
    return `they are of ${both(({ shard }) => shard?.count)} shards; use the same n of --shard i/n for all`
  if (differ(subjectOf))
    return `their subjects are ${both(({ subject }) => subject.baseUrl)}; judge the same server with the same declaration`
  if (differ(({ shard }) => shard?.plan))
    return 'the requirements were divided differently; use the same report with --from for all'
  if (differ(commandOf)) return `they were run differently: "${commandOf(one)}" and "${commandOf(other)}"`
  return undefined
}

/** If each shard starts its own server, their ports differ. */
function subjectOf({ subject }: Report) {
  const { baseUrl, declared, ...rest } = subject
  const isStarted = declared.includes('start') || declared.includes('container')
  return { ...rest, declared, ...(isStarted ? {} : { baseUrl }) }
}

const commandOf = ({ reproduce }: Report): string => reproduce.replace(/ --shard \S+/, '')
