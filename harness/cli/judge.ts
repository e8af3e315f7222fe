import { isColoured } from './is-coloured.ts'
import type { Narrowed } from './narrowed.ts'
import type { CaseResult } from '../verdicts/results.ts'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { renderText } from '../../reports/text.ts'
import { withDigest } from '../../reports/digest.ts'
import type { Report } from '../../reports/report.ts'
import { concludeBriefly } from '../../reports/words.ts'
import { visibleJson } from '../../reports/visible.ts'
import { chooseCases, type Choice } from '../engine/choose-cases.ts'
import type { Case } from '../engine/registry.ts'
import { runInVitest } from '../engine/run-in-vitest.ts'
import { askSoFar } from '../engine/so-far-channel.ts'
import { declaredParts } from '../subject/declared-parts.ts'
import { declaredSecrets } from '../subject/declared-secrets.ts'
import { divideLimits } from '../subject/divide-limits.ts'
import { removeRunFolder } from '../subject/run-folder.ts'
import { replicate, startReplicas } from '../subject/replicate.ts'
import { abandonStart } from '../subject/start-subject.ts'
import { subjectEnvironment } from '../subject/subject-environment.ts'
import { SubjectError, Unreachable, UsageError } from '../subject/subject-error.ts'
import type { Secrets } from '../wire/masking.ts'
import { buildReport } from '../verdicts/build-report.ts'
import { measuredFor, observationsOf } from '../verdicts/observations.ts'
import { createRunMask } from '../verdicts/run-mask.ts'
import { chooseSet } from './choose-set.ts'
import { checkDepth } from './check-depth.ts'
import { createInterrupt } from './interrupt.ts'
import type { JudgeOptions } from './judge-options.ts'
import { everyRuleId } from './suite-rules.ts'
import { createProgress } from './progress.ts'
import { readBaseline } from './read-baseline.ts'
import { readGiven } from './read-given.ts'
import { replayLine, reproduceLine } from './reproduce.ts'
import { selectRequirements, selectsObservations } from './select-cases.ts'
import type { Suite } from './suite.ts'
import { writeEvents } from './write-events.ts'
import { planShard } from './plan-shards.ts'
import { chooseFormats, partialFolder, prepareFolder, shardFolder, usualFolder } from './prepare-output.ts'
import { makeRoom, setAside } from './set-aside.ts'
import { readShardCosts } from './shard-costs.ts'
import { machine } from '../engine/machine.ts'

/**
 * Performs one run, from reading the declaration to the exit code.
 * @param narrowed the cases that a replay runs again, instead of those selected by the options
 */
export async function judge(suite: Suite, options: JudgeOptions, narrowed?: Narrowed): Promise<number> {
  const { shard } = options
  const isPartial = narrowed !== undefined || options.only.length + options.skip.length > 0
  const out = options.out ?? (shard ? shardFolder(shard) : isPartial ? partialFolder : usualFolder)
  // Read now, because the report of an earlier run may be the one that is about to move.
  const costs = shard && readShardCosts(options.from)
  const startedAt = new Date(machine.wallMs())
  const started = performance.now()
  const formats = chooseFormats(options.format)
  const selected = narrowed
    ? [...new Set(narrowed.cases.map((id) => id.slice(0, id.indexOf('/'))))]
    : selectRequirements([...suite.requirements.keys()], options)
  const plan = shard && planShard(selected, costs ?? new Map(), shard)
  const ids = plan?.own ?? selected
  const set = chooseSet(suite, selected, options.requirements)
  const observe = narrowed === undefined && selectsObservations(options)
  const declared = readGiven(options)
  const declaration = shard ? divideLimits(declared, shard) : declared
  const env = subjectEnvironment(declaration, process.env)
  if (options.depth !== undefined) checkDepth(declaration)
  const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline)
  prepareFolder(out)
  makeRoom(out)
  const declarations = replicate(declaration, Math.max(1, Math.min(declaration.replicas, ids.length)))
  const channel = `conformance ${randomUUID()}`
  const events = writeEvents(options.events, channel)
  const interrupt = createInterrupt()
  // Anything still starting, or still run by a case, ends with this process and may write to the folder until then.
  void interrupt.pressed.then(() =>
    process.once('exit', () => declarations.forEach(({ tmp }) => removeRunFolder(tmp))),
  )
  const progress = createProgress({ quiet: options.quiet || options.json, stream: process.stderr })
  // Shards can only be merged if they have the same seed.
  const seed = options.seed ?? (shard ? 1 : Math.floor(Math.random() * 2 ** 31))
  const runs = options.runs ?? defaultRuns

  const stopStarting = new AbortController()
  const starting = startReplicas(declarations, env, stopStarting.signal)
  const choice: Choice = {
    requirements: ids,
    ...(narrowed ? { cases: narrowed.cases } : {}),
    ...(options.depth === undefined ? {} : { depth: options.depth }),
    ...(plan ? { elsewhere: plan.elsewhere } : {}),
  }
  const spec = {
    channel,
    events: options.events !== undefined,
    declaration,
    choice,
    observe,
    ...(shard ? { shard } : {}),
    seed,
    runs,
    slow: options.slow,
    ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
    ...(options.depth === undefined ? {} : { depth: options.depth }),
    env,
    ...(declarations.length > 1
      ? { replicas: { declarations, costs: Object.fromEntries(costs ?? readShardCosts(undefined)) } }
      : {}),
    ...(narrowed ? { replays: narrowed.replays } : {}),
  }
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
    chosen = chooseCases(await suite.loadCases(), choice)
    events.begin({ subject: subject.baseUrl, seed, cases: chosen.length })
    // Loaded while the worker runs the cases. If loading fails, writing the reports says so.
    loadOutput().catch(() => {})
    const ended = await Promise.race([running, interrupt.pressed])
    progress.end()
    // An interrupted worker reports nothing more.
    await events.casesEnded(ended === undefined ? 0 : mostWaitMs)
    const { summary, faults } = ended ?? { summary: await askSoFar(spec.channel, mostWaitMs), faults: [] }
    const mask = createRunMask({
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
    const isBundled = declaration.source.kind === 'bundled'
    const again = {
      options: { ...options, bundled: isBundled },
      seed,
      runs,
      out,
      replayed: narrowed?.replayed,
    }
    const observations = observationsOf({
      questions: suite.openQuestions,
      summary: ended?.summary && {
        ...ended.summary,
        observations: ended.summary.observations.map(mask.observed),
      },
      observe,
      ...(shard ? { shard } : {}),
    })
    /** Includes requirements of other shards if this shard has judged one of their cases. */
    const isHere = ([id]: [string, unknown]) =>
      ids.includes(id) || chosen.some((one) => one.requirement === id && isJudged(results.get(one.id)))
    const report = buildReport({
      suite: {
        name: suite.name,
        version: suite.version,
        catalogueHash: suite.catalogueHash(),
        requirementSet: set.name,
      },
      subject: {
        baseUrl: subject.baseUrl,
        serverVersion: declaration.serverVersion ?? null,
        declared: declaredParts(declaration),
      },
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - started),
      seed,
      runs,
      reproduce: reproduceLine(again),
      replayOf: (id) => replayLine(id, again),
      strict: options.strict,
      requireComplete: options.requireComplete,
      requirements: new Map([...set.judged].filter(isHere)),
      pending: new Map([...set.pending].filter(isHere)),
      chosen,
      results,
      summary,
      excluded: [...suite.excluded],
      observations,
      measured: measuredFor(suite.openQuestions, observations),
      notes: [
        ...declaration.notes,
        ...(declaration.tls.insecure ? [uncheckedCertificates] : []),
        ...subject.outputNotes(subjectEnded, summary && mask.line),
        ...faults.map((fault) => `fault of the suite: ${mask.line(fault)}`),
      ],
      baseline: baseline && { entries: baseline.entries, ids: everyRuleId(suite) },
      ...(plan ? { shard: plan.shard } : {}),
      whole: narrowed === undefined && plan === undefined && ids.length === suite.requirements.size,
      complete: ended !== undefined,
      subjectEnded,
      mask,
    })
    // Stops while the reports are written. A failure to stop is reported when it is awaited.
    subject.stop().catch(() => {})
    const final = { ...report, exitCode: ended === undefined ? 130 : faults.length > 0 ? 5 : report.exitCode }
    const exitCode = await publish(final, options, { out, formats, name, secrets: mask.secrets })
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

/** With three, the self-test catches every planted defect. */
const defaultRuns = 5

/** How long to wait for an interrupted worker to report its progress. */
const mostWaitMs = 500

const loadOutput = () => import('./write-artifacts.ts')

/** Texts of the suite that every report contains. */
const ownTexts = ({ requirements, openQuestions, excluded }: Suite): string[] =>
  [...requirements, ...openQuestions, ...excluded].map((entry) => JSON.stringify(entry))

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

const isJudged = (result: CaseResult | undefined): boolean =>
  result !== undefined && result.leftOut === undefined

const nameOf = (baseUrl: string, kind: string): string =>
  kind === 'bundled' ? `the bundled reference server at ${baseUrl}` : baseUrl
