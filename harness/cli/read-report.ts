import { readFileSync } from 'node:fs'
import { parseReport } from '../../reports/parse-report.ts'
import type { Report } from '../../reports/report.ts'
import { UsageError } from '../subject/subject-error.ts'

/** @throws UsageError where the file is not there, cut off, or no report */
export function readReport(file: string): Report {
  try {
    return parseReport(readFileSync(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UsageError(`${file} can't be read as a report: ${reason}`, { cause })
  }
}
