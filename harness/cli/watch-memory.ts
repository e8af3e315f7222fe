import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report, ReportedCase } from '../../reports/report.ts'
import { visible } from '../../reports/visible.ts'
import { changedVerdicts, isFailing } from '../verdicts/changed-verdicts.ts'
import { casesIn } from '../../reports/rules-in.ts'
import { readReport } from './read-report.ts'

/**
 * Remembers the last run for `--watch`, and reports what the next one changed.
 * @param folder keeps the last report, whatever happens to the reports folder
 * @param from the report to start with, if it exists
 */
export function createWatchMemory(folder: string, from: string) {
  const last = join(folder, 'report.json')
  const again = join(folder, 'again')
  let before: Report | undefined
  let told = new Map<string, boolean>()
  const keep = (report: Report | undefined) => {
    if (!report?.complete) return
    before = report
    writeFileSync(last, JSON.stringify(report))
  }
  keep(lastOf(from))

  const tell = (report: Report) => {
    const isNew = (one: ReportedCase) => told.get(one.id) !== isFailing(one)
    const { fixed, newlyFailing, stillFailing } = changedVerdicts(before, report)
    const lines = [
      ...fixed.filter(isNew).map(({ id }) => `fixed         ${id}`),
      ...newlyFailing.filter(isNew).map((one) => `newly failing ${saidOf(one)}`),
      ...stillFailing.filter(isNew).map((one) => `still failing ${saidOf(one)}`),
    ]
    for (const line of lines) say(line)
    for (const one of [...fixed, ...newlyFailing, ...stillFailing]) told.set(one.id, isFailing(one))
    return { fixed, newlyFailing, stillFailing }
  }

  return {
    /** File with the last report, and folder for the report of its failures. */
    last,
    again,
    hasFailures: (): boolean => before !== undefined && casesIn(before).some(isFailing),
    /** Reports on the cases that failed in the last run. */
    tellAgain(): void {
      const report = lastOf(again)
      if (report) tell(report)
    },
    /** Reports on all cases; this becomes the last run. */
    tellAll(file: string): void {
      const report = lastOf(file)
      if (report) {
        const { fixed, newlyFailing, stillFailing } = tell(report)
        say(
          `${report.conclusion}, exit code ${report.exitCode}: ${fixed.length} fixed, ${newlyFailing.length} newly failing, ${stillFailing.length} still failing (${file})`,
        )
        keep(report)
      }
      told = new Map()
    },
    /** Lets the next run be reported in full. */
    forgetTold: () => void (told = new Map()),
  }
}

function lastOf(file: string): Report | undefined {
  try {
    return existsSync(file) ? readReport(file) : undefined
  } catch {
    return undefined
  }
}

const saidOf = ({ id, message }: ReportedCase): string => visible(`${id}: ${message.split('\n')[0] ?? ''}`)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
