import { join } from 'node:path'
import { withDigest } from '../../../reports/json.ts'
import type { Report } from '../../../reports/report.ts'
import { renderText } from '../../../reports/text.ts'
import { visibleJson } from '../../../reports/visible.ts'
import { concludeBriefly } from '../../../reports/words.ts'
import { UsageError } from '../../subject/subject-error.ts'
import type { Secrets } from '../../wire/shown/masking.ts'
import { isColoured } from '../options/is-coloured.ts'
import type { JudgeOptions } from '../options/judge-options.ts'

/** Loads what writes the reports; a run loads it while its cases run. */
export const loadOutput = () => import('../files/write-artifacts.ts')

/**
 * Writes the reports, prints what was requested, and returns the exit code.
 * @throws UsageError if the reports can't be written; what was requested is printed all the same
 */
export async function publish(
  report: Report,
  options: Pick<JudgeOptions, 'json' | 'quiet'>,
  { name, ...written }: { name: string; out: string; formats: readonly string[]; secrets: Secrets },
): Promise<number> {
  const { writeArtifacts } = await loadOutput()
  const print = (page: { page?: string }): void => {
    if (options.json) process.stdout.write(`${visibleJson(withDigest(report))}\n`)
    else if (options.quiet) process.stdout.write(`${concludeBriefly(report, name)}\n`)
    else process.stdout.write(renderText(report, { colour: isColoured(), ...page }))
  }
  let problem
  try {
    problem = writeArtifacts(report, written)
  } catch (error) {
    // It was searched for secrets before it was written. Judging it again may take an hour.
    if (error instanceof UsageError) print({})
    throw error
  }
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`)
    return 5
  }
  const format = ['html', 'json'].find((one) => written.formats.includes(one))
  print(format === undefined ? {} : { page: join(written.out, `report.${format}`) })
  return report.exitCode
}
