import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseReport } from '../../reports/parse-report.ts'
import type { Report } from '../../reports/report.ts'
import { UsageError } from '../subject/subject-error.ts'

/**
 * Reads a report.json, or that of a folder of reports, such as `--out` names.
 * @throws UsageError where the file is not there, cut off, or no report
 */
export function readReport(file: string): Report {
  try {
    return parseReport(readFileSync(isFolder(file) ? join(file, 'report.json') : file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UsageError(`${file} can't be read as a report: ${reason}`, { cause })
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
