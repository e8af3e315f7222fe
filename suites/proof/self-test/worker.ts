import type { CaseResult } from '../../../harness/verdicts/results.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carryOut } from '../../../harness/engine/carry-out.ts'
import type { Case } from '../../../harness/engine/case/registry.ts'
import { inOrder } from '../../../harness/engine/schedule/schedule.ts'
import { readDeclaration } from '../../../harness/subject/declaration/declaration.ts'
import { startSubject } from '../../../harness/subject/start/start-subject.ts'
import { SubjectError } from '../../../harness/subject/subject-error.ts'
import { buildReport } from '../../../harness/verdicts/build-report.ts'
import { cases } from '../../all.ts'
import { observations } from '../../observations/all.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Ended } from './expected.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { referenceDeclaration } from './reference-declaration.ts'
import { startWarmServer, type WarmServer } from './warm-server.ts'
import type { Job, Outcome } from './workers.ts'

/** A child process that carries out one run after another; it loads the suites once. */
process.on('message', (job: Job) => {
  void carryOutJob(job).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })

/** Everything that the runs write; removed however this process ends, except by SIGKILL. */
const workspace = mkdtempSync(join(tmpdir(), 'conformance-self-test-'))
process.on('exit', () => rmSync(workspace, { recursive: true, force: true }))
let warmServer: WarmServer | undefined

async function carryOutJob(job: Job): Promise<Outcome> {
  const folder = mkdtempSync(join(workspace, 'run-'))
  const faults: string[] = []
  const onFault = (error: unknown) =>
    faults.push(error instanceof Error ? (error.stack ?? '') : String(error))
  process.on('unhandledRejection', onFault)
  try {
    const ended = await judge(job, folder)
    return faults.length === 0 ? { ended } : { fault: faults.join('\n') }
  } catch (error) {
    // Its state is unknown now, so the next run gets a new one.
    warmServer?.end()
    warmServer = undefined
    if (error instanceof SubjectError)
      return { ended: { ...nothing, exitCode: error.exitCode }, fault: error.message }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    process.off('unhandledRejection', onFault)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function judge(
  { declaration: given, changed: asked, baseUrl, seed, runs, jobs, only, limited }: Job,
  folder: string,
): Promise<Ended> {
  const started = performance.now()
  const changed = asked && limited ? { ...asked, declare: { ...asked.declare, ...byDefault } } : asked
  const value = changed ? referenceDeclaration(changed) : given
  const file = join(folder, 'conformance.json')
  if (value) writeFileSync(file, JSON.stringify(value))
  const tmp = join(folder, 'tmp')
  mkdirSync(tmp)
  const declaration = readDeclaration(value ? file : undefined, {
    env: process.env,
    cwd: folder,
    makeTmp: () => tmp,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  })
  const warm = changed && (warmServer ??= startWarmServer())
  const subject = warm
    ? await warm.start(changed, join(tmp, 'data'), seed)
    : await startSubject(declaration, process.env)
  const proxy = limited ? await startCountingProxy(subject.baseUrl) : undefined
  try {
    const isChosen = ({ depth, requirement }: Case) =>
      depth === undefined && (only === undefined || only.includes(requirement))
    const chosen = inOrder([...cases.values()].filter(isChosen))
    const results = new Map<string, CaseResult>()
    const spec = {
      declaration,
      baseUrl: proxy?.url ?? subject.baseUrl,
      controlUrl: subject.controlUrl,
      seed,
      runs,
      ...(jobs === undefined ? {} : { jobs }),
      slow: false,
      env: process.env,
    }
    const measured = limited ? [...observations.values()] : []
    const commands = warm ? { operatorCommands: warm.operator } : {}
    const done = (result: CaseResult) => results.set(result.id, result)
    const summary = await carryOut(spec, chosen, done, measured, commands)
    if (summary.unreachable !== undefined)
      return { ...nothing, exitCode: 6, durationMs: Math.round(performance.now() - started) }
    if (summary.misdeclared !== undefined) throw new Error(summary.misdeclared)
    const report = buildReport({
      suite: { name: '', version: '', catalogueHash: '' },
      subject: { baseUrl: subject.baseUrl, serverVersion: null, declared: [] },
      startedAt: '',
      durationMs: Math.round(performance.now() - started),
      seed,
      runs,
      reproduce: '',
      replayOf: () => '',
      strict: false,
      requireComplete: false,
      requirements: new Map(Object.entries(catalogue.requirements)),
      chosen,
      results,
      summary,
      excluded: [],
      observations: [],
      notes: [],
      whole: true,
      complete: true,
    })
    const { exitCode, exchanges, durationMs } = report
    const verdicts = Object.fromEntries(
      report.requirements.map(({ id, level, verdict, cases: all }) => {
        const first = all.find((one) => one.verdict === verdict && one.message !== '')
        return [id, { level, verdict, message: first ? `${first.id}: ${first.message}` : '' }]
      }),
    )
    const failures = report.requirements
      .flatMap(({ cases: all }) => all)
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ id, message }) => ({ case: id, message }))
    const rejections = proxy?.rejections()
    return { verdicts, failures, exitCode, exchanges, durationMs, ...(rejections ? { rejections } : {}) }
  } finally {
    await proxy?.stop()
    await subject.stop()
  }
}

/** The suite's default limits; no run waits for an account to be locked. */
const byDefault = {
  limits: { failedLoginsPerAccount: 2, failedLogins: 25 },
  observe: { lockout: false },
}

const nothing: Ended = { verdicts: {}, failures: [], exitCode: 0, exchanges: 0, durationMs: 0 }
