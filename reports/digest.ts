import { createHash } from 'node:crypto'
import type { Report } from './report.ts'

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
