import { rulesIn } from './rules-in.ts'
import { shapeProblem } from './check-shape.ts'
import type { Report } from './report.ts'

/**
 * Parses the content of `report.json`. Accepts the report of an interrupted run (`complete: false`), but no truncated file.
 *
 * @throws Error with a sentence that says why the text is not a complete report of this version
 */
export function parseReport(text: string): Report {
  const read = parseJson(text)
  if (typeof read !== 'object' || read === null || !('schemaVersion' in read)) {
    throw new Error('it is JSON, but not a report: it has no schemaVersion')
  }
  if (read.schemaVersion !== '1.0') {
    throw new Error(
      `it is of schemaVersion ${JSON.stringify(read.schemaVersion)}, and only "1.0" can be read`,
    )
  }
  if (!('complete' in read)) throw new Error('it is truncated: its last field, complete, is missing')
  const problem = shapeProblem(read)
  if (problem !== undefined) throw new Error(`it is not a report: ${problem}`)
  const report = read as Report
  // Reports of older versions do not have the field.
  for (const requirement of rulesIn(report)) requirement.skipped ??= []
  return report
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('it is not JSON, or is truncated', { cause })
  }
}
