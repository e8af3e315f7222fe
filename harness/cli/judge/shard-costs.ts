import { rulesIn } from '../../../reports/rules-in.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../../reports/report.ts'
import { packageFolder } from '../../subject/files/package-folder.ts'
import { attempt } from '../../wire/attempt.ts'
import { lastReport } from '../files/prepare-output.ts'
import { readReport } from '../files/read-report.ts'

/**
 * Returns the cost of each requirement in an earlier run, in exchanges: from the named report, else from the last whole run
 * in this folder, else from the published run of the reference server.
 * @throws UsageError if the named report can't be read
 */
export function readShardCosts(named: string | undefined): Map<string, number> {
  if (named !== undefined) return costsOf(readReport(named))
  const report = lastWhole()
  return report ? costsOf(report) : published()
}

export const costsOf = (report: Report): Map<string, number> =>
  new Map(
    rulesIn(report).map(({ id, cases }) => [id, cases.reduce((sum, { exchanges }) => sum + exchanges, 0)]),
  )

/** Reads the file that `npm run publish-reports` writes. */
function published(): Map<string, number> {
  const text = readFileSync(join(packageFolder(), 'reports/published/costs.json'), 'utf8')
  return new Map(Object.entries(JSON.parse(text) as Record<string, number>))
}

function lastWhole(): Report | undefined {
  const report = existsSync(lastReport) ? attempt(() => readReport(lastReport)) : undefined
  return report?.complete && !report.shard && !report.subject.client ? report : undefined
}
