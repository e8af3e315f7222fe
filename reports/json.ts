import { withDigest } from './digest.ts'
import type { Artifact, Report } from './report.ts'
import { visibleJson } from './visible.ts'

/** `report.json`: the whole report, with `complete` as the last field, so that a truncated file is not a valid report. */
export function renderJson(report: Report): Artifact[] {
  return [{ path: 'report.json', content: `${visibleJson(withDigest(report))}\n` }]
}
