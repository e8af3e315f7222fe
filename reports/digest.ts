import { createHash } from 'node:crypto'
import type { Report } from './report.ts'

/**
 * SHA-256 over the report as JSON, without the digest itself. It tells that a file was changed after the run wrote it, by
 * chance or by hand; it is no signature, and anybody can write another one.
 */
export function digestOf(report: Report): string {
  const { digest: _, ...rest } = report
  return `sha256-${createHash('sha256').update(JSON.stringify(rest)).digest('hex')}`
}

/** The report as it is written: its digest and `complete` are the last fields. */
export function withDigest(report: Report): Report {
  const { digest: _, complete, ...rest } = report
  return { ...rest, digest: digestOf({ ...rest, complete }), complete }
}
