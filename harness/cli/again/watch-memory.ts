import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faults, followWords, type Fault } from '../../../reports/faults.ts'
import type { Report, ReportedCase, Verdict } from '../../../reports/report.ts'
import { visible } from '../../../reports/visible.ts'
import { count } from '../../../reports/words.ts'
import { attempt } from '../../wire/attempt.ts'
import { changedVerdicts, isOpen } from '../../verdicts/changed-verdicts.ts'
import { casesIn, rulesIn } from '../../../reports/rules-in.ts'
import { readReport } from '../files/read-report.ts'

/**
 * Remembers the last run for `--watch`, and reports what the next one changed.
 * @param folder keeps the last report, whatever happens to the reports folder
 * @param from the report to start with, if it exists
 */
export function createWatchMemory(folder: string, from: string) {
  const last = join(folder, 'report.json')
  const again = join(folder, 'again')
  let before: Report | undefined
  let told = new Map<string, Verdict>()
  const keep = (report: Report | undefined) => {
    if (!report?.complete) return
    before = report
    writeFileSync(last, JSON.stringify(report))
  }
  keep(lastOf(from))

  const tell = (report: Report) => {
    const changed = changedVerdicts(before, report)
    const { fixed, newlyFailing, stillFailing, inconclusive } = changed
    const isNew = (one: ReportedCase) => told.get(one.id) !== one.verdict
    const grouped = (cases: readonly ReportedCase[]) => groupsOf(report, new Set(cases.filter(isNew)))
    const lines = [
      ...fixed.filter(isNew).map(({ id }) => `fixed         ${id}`),
      ...grouped(newlyFailing).map((line) => `newly failing ${line}`),
      ...grouped(stillFailing).map((line) => `still failing ${line}`),
      ...grouped(inconclusive).map((line) => `inconclusive  ${line}`),
    ]
    for (const line of lines) say(line)
    for (const { id, verdict } of [...fixed, ...newlyFailing, ...stillFailing, ...inconclusive])
      told.set(id, verdict)
    return changed
  }

  return {
    /** File with the last report, and folder for the report of its failures. */
    last,
    again,
    hasFailures: (): boolean => before !== undefined && casesIn(before).some(isOpen),
    /** Reports on the cases that failed in the last run. */
    tellAgain(): void {
      const report = lastOf(again)
      if (report) tell(report)
    },
    /** Reports on all cases; this becomes the last run. */
    tellAll(file: string): void {
      const report = lastOf(file)
      if (report) {
        const { fixed, newlyFailing, stillFailing, inconclusive } = tell(report)
        const unjudged = inconclusive.length === 0 ? '' : `, ${inconclusive.length} inconclusive`
        say(
          `${report.conclusion}, exit code ${report.exitCode}: ${fixed.length} fixed, ${newlyFailing.length} newly failing, ${stillFailing.length} still failing${unjudged} (${file})`,
        )
        keep(report)
      }
      told = new Map()
    },
    /** Lets the next run be reported in full. */
    forgetTold: () => void (told = new Map()),
  }
}

const lastOf = (file: string): Report | undefined =>
  existsSync(file) ? attempt(() => readReport(file)) : undefined

/** One line for each rule, or for each reason why cases could not be judged, as the reports group them. */
function groupsOf(report: Report, cases: ReadonlySet<ReportedCase>): string[] {
  const requirements = rulesIn(report).map((one) => ({
    ...one,
    cases: one.cases.filter((each) => cases.has(each)),
  }))
  return faults({ requirements }).map(inOneLine)
}

function inOneLine({ each, also, more, follows }: Fault): string {
  const others = [also, ...more.map((one) => [one, ...one.also])].flat().length
  const beside = [
    ...(others === 0 ? [] : [`and ${count(others, 'more case')}`]),
    ...(follows.length === 0 ? [] : [followWords(follows)]),
  ]
  const said = each.message.split('\n')[0] ?? ''
  return visible(`${each.id}: ${said}${beside.length === 0 ? '' : ` (${beside.join('; ')})`}`)
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
