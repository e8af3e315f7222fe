import { existsSync } from 'node:fs'
import { z } from 'zod'
import { visible } from '../../../reports/visible.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { everyRuleId } from '../suite-rules.ts'
import { parseBaseline, readBaselineText } from '../files/read-baseline.ts'
import { readReport } from '../files/read-report.ts'
import type { Suite } from '../suite.ts'
import { writeNamedFile } from '../files/write-file.ts'
import { updateBaseline, type BaselineUpdate } from './update-baseline.ts'
import { machine } from '../../engine/machine.ts'

export interface BaselineUpdateOptions {
  from: string
  baseline: string
  reason: string
  owner: string
  /** A date such as `2026-12-31`. Default: 90 days after the run. */
  expires?: string
}

const usualDays = 90
const head = ` Known failures of this server or client, for conformance --baseline. Each entry needs a reason and an owner, and holds up to
 and including the day it expires. "conformance baseline update" writes the rest.`

/**
 * `conformance baseline update`: writes the failures of a report into a baseline.
 * @throws UsageError if the report or the baseline can't be read, or the run was interrupted
 */
export async function baselineUpdate(suite: Suite, options: BaselineUpdateOptions): Promise<number> {
  const { from, baseline: file, reason, owner } = options
  const report = readReport(from)
  if (!report.complete) throw new UsageError(`${from} comes from an interrupted run; run it again`)
  const expires = options.expires ?? daysAfter(report.startedAt, usualDays)
  if (!z.iso.date().safeParse(expires).success)
    throw new UsageError(`--expires takes a date such as 2026-12-31, not "${expires}"`)
  const today = new Date(machine.wallMs()).toISOString().slice(0, 10)
  if (options.expires !== undefined && expires < today)
    throw new UsageError(`--expires ${expires} is in the past: give today (${today}) or a later day`)
  const { document } = parseBaseline(existsSync(file) ? readBaselineText(file) : '', file)
  if (!existsSync(file)) document.commentBefore = head
  const update = updateBaseline({ document }, report, everyRuleId(suite), { reason, owner, expires })
  writeNamedFile(file, document.toString({ lineWidth: 0 }), '--baseline')
  process.stdout.write(told(update, options))
  return 0
}

function told(update: BaselineUpdate, { baseline, reason, owner }: BaselineUpdateOptions): string {
  const { added, changed, removed, kept, filled } = update
  const lines = [
    ...added.map((id) => `added    ${id}`),
    ...changed.map((id) => `changed  ${id}: it fails in a different way now`),
    ...filled.map((id) => `filled   ${id}: it had an empty reason or owner`),
    ...removed.map((id) => `removed  ${id}`),
    `${baseline}: ${added.length} added, ${changed.length} changed, ${removed.length} removed, ${kept.length} kept`,
  ]
  const missing = [reason === '' ? 'a reason' : '', owner === '' ? 'an owner' : ''].filter(Boolean)
  if (added.length > 0 && missing.length > 0)
    lines.push(`Give each new entry ${missing.join(' and ')}; until then the baseline is not accepted`)
  return `${visible(lines.join('\n'))}\n`
}

const daysAfter = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
