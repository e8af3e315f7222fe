import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseReport } from '../../../reports/parse-report.ts'
import type { Report } from '../../../reports/report.ts'
import { readUtf8 } from '../../subject/files/read-utf8.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { isFolder, reasonOf } from './prepare-output.ts'

/**
 * Reads a report.json, or the one in a folder of reports, such as that of `--out`.
 * @throws UsageError if the name is empty, or the file does not exist, is truncated, or is not a report
 */
export function readReport(file: string): Report {
  if (file === '')
    throw new UsageError('the name of a report is empty; give a report.json, or the folder it is in')
  try {
    const text = readUtf8(reportFile(file), mostBytes)
    if (text === '') throw new Error('it is empty')
    return parseReport(text)
  } catch (cause) {
    throw new UsageError(`${file} can't be read as a report: ${reasonFor(cause, file)}`, { cause })
  }
}

/**
 * Explains why a report can't be read, and what to do. A run that ends without a report has moved the previous one away, so
 * the message says where it is.
 */
function reasonFor(cause: unknown, named: string): string {
  if (!(cause instanceof Error)) return String(cause)
  const { code = '' } = cause as NodeJS.ErrnoException
  if (code === 'ENOTDIR' || code === 'ELOOP') return reasonOf(code)
  if (code !== 'ENOENT') return `${cause.message}; judge again, or name another report`
  const previous = join(dirname(reportFile(named)), 'previous', 'report.json')
  const fix = existsSync(previous)
    ? `the run before left ${previous}`
    : 'run conformance first, or name another report'
  return `${isFolder(named) ? 'no report.json is in that folder' : 'there is no such file'}; ${fix}`
}

/** Returns the path of the report.json that an argument names. */
export const reportFile = (file: string): string => (isFolder(file) ? join(file, 'report.json') : file)

/** Far more than the longest report, but still short enough for one string. */
const mostBytes = 256 * 2 ** 20
