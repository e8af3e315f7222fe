import { createHash } from 'node:crypto'
import type { Artifact, Report } from './report.ts'
import { visibleJson } from './visible.ts'

/** `report.json`: the whole report, with `complete` as the last field, so that a truncated file is not a valid report. */
export function renderJson(report: Report): Artifact[] {
  return [{ path: 'report.json', content: `${visibleJson(withDigest(report))}\n` }]
}

/**
 * SHA-256 over the report as JSON, without the digest itself. It shows if a file was changed after the run wrote it, by
 * accident or by hand. It is not a signature: anybody can write another one.
 */
export function digestOf(report: Report): string {
  const { digest: _, ...rest } = report
  return `sha256-${createHash('sha256').update(JSON.stringify(rest)).digest('hex')}`
}

/** The report as it is written, with its digest and `complete` as the last fields. */
export function withDigest(report: Report): Report {
  const { digest: _, complete, ...rest } = report
  return { ...rest, digest: digestOf({ ...rest, complete }), complete }
}
