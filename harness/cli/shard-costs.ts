import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../reports/report.ts'
import { packageFolder } from '../subject/package-folder.ts'
import { lastReport } from './last-report.ts'
import { readReport } from './read-report.ts'

/**
 * What each requirement cost in an earlier run, in exchanges: in the report named, else in the last whole one of this folder,
 * else in the published one of the reference server.
 * @throws UsageError where the report named can't be read
 */
export function readShardCosts(named: string | undefined): Map<string, number> {
  const report = named === undefined ? (usable(lastReport) ?? usable(published())) : readReport(named)
  return new Map(
    [...(report?.requirements ?? []), ...(report?.pending ?? [])].map(({ id, cases }) => [
      id,
      cases.reduce((sum, { exchanges }) => sum + exchanges, 0),
    ]),
  )
}

const published = (): string => join(packageFolder(), 'reports/published/reference-server.json')

/** A report of a server that says something of each requirement. */
function usable(file: string): Report | undefined {
  if (!existsSync(file)) return undefined
  try {
    const report = readReport(file)
    return report.complete && !report.shard && !report.subject.client ? report : undefined
  } catch {
    return undefined
  }
}
