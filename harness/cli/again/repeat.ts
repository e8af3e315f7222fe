import { casesIn } from '../../../reports/rules-in.ts'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Report } from '../../../reports/report.ts'
import { combineReports } from '../../verdicts/combine-reports.ts'
import { stabilityNotes, stabilityOf } from '../../verdicts/stability.ts'
import { createSecrets } from '../../wire/shown/masking.ts'
import { givenArguments, reportOfChild, startChildRun, worstExit } from './child-run.ts'
import { machine } from '../../engine/machine.ts'
import { createInterrupt } from '../judge/interrupt.ts'
import type { JudgeOptions } from '../options/judge-options.ts'
import { publish } from '../judge/publish.ts'
import { chooseFormats, partialFolder, prepareFolder, usualFolder } from '../files/prepare-output.ts'
import { readBaseline } from '../files/read-baseline.ts'
import { replayedFrom } from '../judge/reproduce.ts'
import { setAside } from '../files/set-aside.ts'
import type { Suite } from '../suite.ts'

/**
 * `conformance --repeat N`: judges a server N times with one seed, so that any difference comes from the server, and
 * combines the results into one report: each case has its worst verdict.
 */
export async function repeat(
  suite: Suite,
  options: JudgeOptions & { repeat: number },
  command: Command,
): Promise<number> {
  const { repeat: times, quiet, json } = options
  const isPartial = options.only.length + options.skip.length > 0 || options.failed === true
  const out = options.out ?? (isPartial ? partialFolder : usualFolder)
  const formats = chooseFormats(options.format)
  const baseline = readBaseline(suite, options.baseline)
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
  const own = ['repeat', 'out', 'format', 'seed', 'baseline', 'json']
  const words = [...givenArguments(command, own), `--seed=${seed}`, '--format=json']
  prepareFolder(out)
  const reports: Report[] = []
  const interrupt = createInterrupt()
  let left = 0
  try {
    for (let run = 1; run <= times; run++) {
      const folder = join(out, `run-${run}`)
      const begunMs = machine.wallMs()
      const child = startChildRun([...words, `--out=${folder}`])
      void interrupt.pressed.then(child.interrupt)
      const exitCode = await child.ended
      const report = reportOfChild(folder, begunMs)
      if (report === undefined || exitCode === 130 || exitCode === 5) {
        left = exitCode
        if (report === undefined && !quiet && !json)
          process.stdout.write(`Run ${run} of ${times}: no report, exit code ${exitCode}\n`)
        break
      }
      reports.push(report)
      if (!quiet && !json)
        process.stdout.write(`Run ${run} of ${times}: ${report.conclusion}, exit code ${exitCode}\n`)
    }
  } finally {
    await interrupt.leave()
  }
  const [first, ...others] = reports
  if (!first) return left
  const all = [first, ...others] as const
  const combined = combineReports(all, {
    names: all.map((_, index) => `run ${index + 1}`),
    order: [...suite.requirements.keys()],
    // Failures explained by others of the same run were left out already; those of another run explain nothing.
    cases: [...(await suite.loadCases()).values()].map(({ id, requirement }) => ({ id, requirement })),
    questions: suite.openQuestions,
    strict: options.strict,
    requireComplete: options.requireComplete,
    baseline,
    reproduce: `${first.reproduce} --repeat ${times}`,
  })
  const repeated = stabilityOf(all)
  const cases = casesIn(combined).length
  const notes = [
    ...stabilityNotes(repeated, cases),
    ...(left === 0
      ? []
      : [`run ${all.length + 1} ended with exit code ${left}, so no further runs were started`]),
    ...combined.notes,
  ]
  setAside(out)
  const report = { ...replayedFrom(combined, out), notes, repeated }
  const name = first.subject.baseUrl
  const exitCode = await publish(report, options, { out, formats, name, secrets: createSecrets() })
  return left === 130 ? 130 : worstExit([exitCode, left])
}
