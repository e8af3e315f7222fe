import { chooseCases } from '../../engine/schedule/choose-cases.ts'
import { machine } from '../../engine/machine.ts'
import type { Case } from '../../engine/case/registry.ts'
import { runInVitest } from '../../engine/vitest/run-in-vitest.ts'
import { askSoFar } from '../../engine/vitest/so-far-channel.ts'
import { declaredSecrets } from '../../subject/declaration/declared-secrets.ts'
import { startReplicas } from '../../subject/start/replicate.ts'
import { removeRunFolder } from '../../subject/files/run-folder.ts'
import { abandonStart } from '../../subject/start/start-subject.ts'
import { SubjectError, Unreachable, UsageError } from '../../subject/subject-error.ts'
import type { CaseResult } from '../../verdicts/results.ts'
import { createRunMask } from '../../verdicts/run-mask.ts'
import { createInterrupt } from './interrupt.ts'
import type { JudgeOptions } from '../options/judge-options.ts'
import type { Narrowed } from './reproduce.ts'
import { planRun } from './plan-run.ts'
import { prepareFolder } from '../files/prepare-output.ts'
import { createProgress } from './progress.ts'
import { loadOutput, publish } from './publish.ts'
import { reportRun } from './report-run.ts'
import { makeRoom, setAside } from '../files/set-aside.ts'
import type { Suite } from '../suite.ts'
import { writeEvents } from '../files/write-events.ts'

/**
 * Performs one run, from reading the declaration to the exit code.
 * @param narrowed the cases that a replay runs again, instead of those selected by the options
 */
export async function judge(suite: Suite, options: JudgeOptions, narrowed?: Narrowed): Promise<number> {
  const startedAt = new Date(machine.wallMs())
  const started = performance.now()
  const plan = planRun(suite, options, narrowed)
  const { out, spec, declarations } = plan
  const { declaration, seed } = spec
  prepareFolder(out)
  makeRoom(out)
  const events = writeEvents(options.events, spec.channel)
  const interrupt = createInterrupt()
  // Anything still starting, or still run by a case, ends with this process and may write to the folder until then.
  void interrupt.pressed.then(() =>
    process.once('exit', () => declarations.forEach(({ tmp }) => removeRunFolder(tmp))),
  )
  const progress = createProgress({ quiet: options.quiet || options.json, stream: process.stderr })
  const stopStarting = new AbortController()
  const starting = startReplicas(declarations, spec.env, stopStarting.signal)
  const results = new Map<string, CaseResult>()
  let chosen: Case[] = []
  const onCase = (result: CaseResult) => {
    results.set(result.id, result)
    if (chosen.length > 0) progress.ended(result, results.size, chosen.length)
  }
  const running = runInVitest(suite.casesFile, spec, starting, onCase, progress.waiting)
  running.catch(() => {})
  const subject = await Promise.race([starting, interrupt.pressed]).catch((error: unknown) => {
    if (!(error instanceof UsageError)) setAside(out)
    throw error
  })
  if (subject === undefined) {
    await abandonStart(declaration, starting, stopStarting)
    throw new Interrupted()
  }
  interrupt.onExit(() => subject.stop())
  if (declaration.tls.insecure) process.stderr.write(`Warning: ${uncheckedCertificates}\n`)
  try {
    // From here on, however the run ends, an earlier report can't be taken for its own.
    setAside(out)
    const name = nameOf(subject.baseUrl, declaration.source.kind)
    progress.begin(name)
    // Loaded while the worker loads them too: any earlier, work on this thread would delay the worker's start.
    chosen = chooseCases(await suite.loadCases(), spec.choice)
    events.begin({ subject: subject.baseUrl, seed, cases: chosen.length })
    // Loaded while the worker runs the cases. If loading fails, writing the reports says so.
    loadOutput().catch(() => {})
    const ended = await Promise.race([running, interrupt.pressed])
    progress.end()
    // An interrupted worker reports nothing more.
    await events.casesEnded(ended === undefined ? 0 : mostWaitMs)
    const { summary, faults } = ended ?? { summary: await askSoFar(spec.channel, mostWaitMs), faults: [] }
    const mask = createRunMask({
      // Declared ones, and those that the run has seen.
      secrets: [
        ...declaredSecrets(declaration),
        ...(summary?.secrets ?? []),
        ...(summary?.recentSecrets ?? []),
      ],
      own: [...ownTexts(suite), subject.baseUrl],
      results: results.values(),
    })
    if (summary?.unreachable !== undefined) throw new Unreachable(mask.line(summary.unreachable))
    if (summary?.misdeclared !== undefined) throw new UsageError(mask.line(summary.misdeclared))

    const subjectEnded = ended && (await subject.endedByItself())
    const report = reportRun(suite, plan, {
      baseUrl: subject.baseUrl,
      startedAt,
      durationMs: Math.round(performance.now() - started),
      chosen,
      results,
      summary,
      interrupted: ended === undefined,
      subjectEnded,
      notes: [
        ...declaration.notes,
        ...(declaration.tls.insecure ? [uncheckedCertificates] : []),
        ...subject.outputNotes(subjectEnded, summary && mask.line),
        ...faults.map((fault) => `fault of the suite: ${mask.line(fault)}`),
      ],
      mask,
    })
    // Stops while the reports are written. A failure to stop is reported when it is awaited.
    subject.stop().catch(() => {})
    const final = { ...report, exitCode: ended === undefined ? 130 : faults.length > 0 ? 5 : report.exitCode }
    const exitCode = await publish(final, options, {
      out,
      formats: plan.formats,
      name,
      secrets: mask.secrets,
    })
    events.end({ ...final, exitCode })
    return exitCode
  } finally {
    progress.end()
    events.close()
    await interrupt.leave()
  }
}

class Interrupted extends SubjectError {
  constructor() {
    super('interrupted before the server was ready: nothing was judged', 130)
  }
}

const uncheckedCertificates =
  'tls.insecure: certificates were not checked; anyone between the suite and the server could have answered instead'

/** How long to wait for an interrupted worker to report its progress. */
const mostWaitMs = 500

/** Every report contains these. */
const ownTexts = ({ requirements, openQuestions, excluded }: Suite): string[] =>
  [...requirements, ...openQuestions, ...excluded].map((entry) => JSON.stringify(entry))

const nameOf = (baseUrl: string, kind: string): string =>
  kind === 'bundled' ? `the bundled reference server at ${baseUrl}` : baseUrl
