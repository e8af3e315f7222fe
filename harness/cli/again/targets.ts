import { join } from 'node:path'
import type { Command } from 'commander'
import { renderDiffHtml } from '../../../reports/diff-html.ts'
import { renderDiffText } from '../../../reports/diff-text.ts'
import { compareReports } from '../../../reports/diff.ts'
import { visible } from '../../../reports/visible.ts'
import { inParallel } from '../../subject/in-parallel.ts'
import { givenArguments, reportOfChild, startChildRun, worstExit, type ChildRun } from './child-run.ts'
import { machine } from '../../engine/machine.ts'
import { createInterrupt } from '../judge/interrupt.ts'
import { isColoured } from '../options/is-coloured.ts'
import { chooseFormats, prepareFolder, usualFolder } from '../files/prepare-output.ts'
import { readTargets, type Target } from './read-targets.ts'
import type { JudgeOptions } from '../options/judge-options.ts'
import { optionArguments } from '../judge/reproduce.ts'
import type { Suite } from '../suite.ts'
import { readVerified } from '../report/verify.ts'
import { writeNamedFile } from '../files/write-file.ts'

export interface TargetsOptions extends JudgeOptions {
  targets: string
  servers?: number
}

/** Each needs a process and may start a server: more than a few slow each other down. */
const usualServers = 2

/**
 * `conformance --targets FILE`: judges each server of a list, several at a time, and compares them. Each gets its own folder
 * of reports. Returns the exit code of a single run that had all of their results.
 */
export async function judgeTargets(suite: Suite, options: TargetsOptions, command: Command): Promise<number> {
  const targets = readTargets(options.targets)
  // The comparison is made from report.json.
  const format = [...new Set(['json', ...chooseFormats(options.format)])].join(',')
  const out = options.out ?? join(usualFolder, 'targets')
  prepareFolder(out)
  // One seed for all, so that property cases send the same requests to each.
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
  const words = givenArguments(command, ['targets', 'servers', 'out', 'seed', 'format'])
  const begunMs = machine.wallMs()
  const interrupt = createInterrupt()
  const running = new Set<ChildRun>()
  const codes = new Map<string, number>()
  let isInterrupted = false
  void interrupt.pressed.then(() => {
    isInterrupted = true
    for (const run of running) run.interrupt()
  })
  try {
    await inParallel(targets, options.servers ?? usualServers, async ({ name, ...subject }) => {
      if (isInterrupted) return
      const own = optionArguments({ ...subject, seed, format, quiet: true, out: join(out, name) })
      const run = startChildRun([...words, ...own])
      running.add(run)
      const exitCode = await run.ended
      running.delete(run)
      codes.set(name, exitCode)
      process.stdout.write(`${visible(name)}: exit code ${exitCode}\n`)
    })
  } finally {
    await interrupt.leave()
  }
  if (!isInterrupted) await compare(suite, targets, begunMs, { ...options, out })
  return isInterrupted ? 130 : worstExit([...codes.values()])
}

/** Writes the page that compares all servers with a report, and names the others. */
async function compare(
  suite: Suite,
  targets: readonly Target[],
  begunMs: number,
  { out, quiet }: { out: string; quiet: boolean },
): Promise<void> {
  const judged = targets.filter(({ name }) => reportOfChild(join(out, name), begunMs))
  const reports = []
  for (const { name } of judged)
    reports.push({
      name,
      report: await readVerified(suite, join(out, name), ['part', 'incomplete']),
      page: `${encodeURIComponent(name)}/report.html`,
    })
  const without = targets.filter((one) => !judged.includes(one)).map(({ name }) => name)
  if (without.length > 0 && !quiet)
    process.stdout.write(`Without a report, see above: ${visible(without.join(', '))}\n`)
  if (reports.length < 2) return
  const comparison = compareReports(reports)
  const file = join(out, 'comparison.html')
  for (const { content } of renderDiffHtml(comparison)) writeNamedFile(file, content, '--out')
  if (quiet) return
  const colour = isColoured()
  process.stdout.write(`\n${renderDiffText(comparison, { colour })}\n${file}\n`)
}
