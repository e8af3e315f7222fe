import { createControlClient } from '../clock/control.ts'
import { createClock } from '../clock/create-clock.ts'
import { createDateProbe } from '../clock/date-probe.ts'
import { moverOf } from '../clock/mover-of.ts'
import { createShownWait } from '../clock/shown-wait.ts'
import { createOffset } from '../clock/offset.ts'
import { createTimeline } from '../clock/timeline.ts'
import { listPath } from '../facts/families.ts'
import { createFailedLogins } from '../ledgers/failed-logins.ts'
import { createCutOff } from '../facts/cut-off.ts'
import { createCommandedCodes } from '../ledgers/commanded-codes.ts'
import { createGivenSeeds } from '../facts/given-seeds.ts'
import { createKnownLists } from '../facts/known-lists.ts'
import { createOneTimeCodes } from '../ledgers/one-time-codes.ts'
import { createRateLimit, type Until } from '../ledgers/rate-limit.ts'
import { makeRoom } from '../ledgers/make-room.ts'
import { createSignatureDates } from '../ledgers/signature-dates.ts'
import { createTokenMemory } from '../facts/token-memory.ts'
import type { Declaration } from '../subject/declaration/declaration.ts'
import { otpCommand, printedCode, printedCookie } from '../subject/commands/secret-command.ts'
import { declaredSecrets } from '../subject/declaration/declared-secrets.ts'
import { SetupFailed } from '../outcomes.ts'
import { createHttpWire } from '../wire/http.ts'
import { createSecrets } from '../wire/shown/masking.ts'
import { createRecentSecrets, type Secret } from '../wire/shown/recent-secrets.ts'
import { createTraceparents } from '../wire/traceparent.ts'
import { withUserAgent } from '../wire/with-user-agent.ts'
import { createRandom, createRandomByCase, derivedSeed } from '../run/random.ts'
import { firstLook, probeSubject } from './first-look/first-look.ts'
import { Misdeclared } from './case/misdeclared.ts'
import type { Run } from '../run/run.ts'
import type { RunSpec } from './run-spec.ts'

export interface Machine {
  /** Milliseconds on a monotonic clock; `wallMs`: on the operator's wall clock. */
  monotonic: () => number
  wallMs: () => number
  sleep: (ms: number) => Promise<void>
  env: NodeJS.ProcessEnv
  /** Receives how many milliseconds the run still waits in real time; 0 when it goes on. */
  onWait?: (leftMs: number) => void
}

/**
 * Creates everything that the cases of a run share, and takes a first look at the subject.
 * @throws WireFailure if the first probe gets no complete HTTP answer; Misdeclared if the clock control gives no time or
 * the base URL redirects everything to another
 */
export async function createRun(spec: RunSpec, machine: Machine): Promise<Run> {
  const { declaration, baseUrl, seed } = spec
  const { limits, tls, headers } = declaration
  const { monotonic, sleep, env, onWait = () => {} } = machine
  const shownWait = createShownWait(sleep, monotonic, onWait)
  const shared = { timeoutMs: limits.timeoutMs, tls, env, now: monotonic }
  const wire = createHttpWire({
    ...shared,
    ...limits,
    baseUrl,
    headers: withUserAgent(headers),
    hidesBodies: declaration.reports.bodies === 'mask',
    partHeaders: declaration.partHeaders ?? {},
    ...(declaration.trace && {
      traceparent: createTraceparents(createRandom(derivedSeed(seed, 'traceparent')).below),
    }),
  })
  const knownSecrets = new Map<string, Secret>()
  const masking = createSecrets()
  const secrets = {
    ...masking,
    add(value: string, label: string): void {
      masking.add(value, label)
      knownSecrets.set(`${label}: ${value}`, { value, label })
    },
  }
  for (const { value, label } of declaredSecrets(declaration)) secrets.add(value, label)

  const offset = createOffset(monotonic, machine.wallMs())
  const declaredClock = declaration.clock
  const control =
    declaredClock.kind === 'control' && spec.controlUrl !== null
      ? createControlClient(
          createHttpWire({ ...shared, concurrency: 2, requestsPerSecond: 0, baseUrl: spec.controlUrl }),
        )
      : undefined
  const probe = createDateProbe(wire, wire.prefix + listPath.v1)
  const move = moverOf({
    declaration,
    control,
    slow: spec.slow,
    env,
    offset,
    probe,
    monotonic,
    sleep,
    wait: shownWait,
  })
  const clock = createClock({
    kind: declaredClock.kind,
    offset,
    ...(move === undefined ? {} : { move }),
    realTime: declaredClock.kind === 'wait',
    ...maxAdvance(spec),
    waitForStep: shownWait,
  })
  if (control) {
    const { subjectMs, sentAt, answeredAt } = await control.read().catch(unlessNobodyIsThere)
    offset.set(subjectMs, sentAt, answeredAt)
  }

  const alone: Until = async (subjectMs) => {
    const participant = await timeline.join()
    await participant.until(subjectMs).finally(() => participant.leave())
  }
  const rateLimit = createRateLimit({ monotonic, slowDown: wire.slowDown, wait: shownWait, clock, alone })
  const timeline = createTimeline(clock, sleep, rateLimit.idle)
  const commandedCodes = createCommandedCodes({
    clock,
    wait: shownWait,
    async print(source) {
      const code = await printedCode(otpCommand(declaration, source, env))
      secrets.add(code, 'a one-time code')
      return code
    },
  })
  const run: Run = {
    declaration,
    wire,
    clock,
    timeline,
    secrets,
    knownSecrets: () => [...knownSecrets.values()],
    recentSecrets: createRecentSecrets(),
    seed,
    ...(spec.depth === undefined ? {} : { depth: spec.depth }),
    random: createRandomByCase(seed),
    ...(spec.replays === undefined ? {} : { replays: new Map(Object.entries(spec.replays)) }),
    failedLogins: createFailedLogins(limits),
    lists: createKnownLists(new Set(declaredUsernames(declaration))),
    tokens: createTokenMemory(),
    codes: createOneTimeCodes(clock, rateLimit.pass, commandedCodes.next),
    commandedCodes,
    seeds: createGivenSeeds(),
    signatureDates: createSignatureDates(clock.now, (atLeastMs, atMostMs) =>
      makeRoom({ clock, sleep, idle: rateLimit.idle }, atLeastMs, atMostMs),
    ),
    support: { login: { 'users-v1': true, v1: true }, list: { 'users-v1': true, v1: true } },
    rateLimit,
    cutOff: createCutOff(monotonic),
    grantsAnywhere: undefined,
    unknownPath: {},
    hints: new Set(),
    slowestGetMs: 0,
    redirects: new Map(),
    letIn: new Map(),
    listed: new Set(),
    rejections: 0,
    serverErrors: [],
    controls: new Map(),
    firstUses: new Map(),
    runs: spec.runs,
    slow: spec.slow,
    sequential: spec.jobs === 1,
    folder: declaration.source.folder,
    env,
    monotonic,
  }
  await logInByCommand(run)
  await firstLook(run, { calibrate: control === undefined })
  return run

  /** If the subject does not answer either, throws that error instead: it is what the operator has to know. */
  async function unlessNobodyIsThere(error: unknown): Promise<never> {
    await probeSubject(wire)
    if (!(error instanceof SetupFailed)) throw error
    const said = error.message.replace(/([^.?])$/, '$1.')
    throw new Misdeclared(`clock.url: ${said} Start it, correct the URL, or leave the clock out.`)
  }
}

const declaredUsernames = ({ accounts, furtherAccounts }: Declaration): string[] =>
  [...Object.values(accounts), ...Object.values(furtherAccounts).flat()].flatMap((account) =>
    account ? [account.username] : [],
  )

function maxAdvance({ declaration }: RunSpec): { maxAdvanceSeconds?: number } {
  const { clock, start, container } = declaration
  if (clock.kind === 'none') return {}
  if (clock.maxAdvance !== undefined) return { maxAdvanceSeconds: clock.maxAdvance }
  return start || container ? {} : { maxAdvanceSeconds: 48 * 3600 }
}

/**
 * Gets the session that `session.command` prints, and uses it like a declared cookie from then on. If the command fails,
 * cases that need a session are inconclusive.
 */
async function logInByCommand(run: Run): Promise<void> {
  const { declaration, folder, env, secrets } = run
  const { session, accounts } = declaration
  if (!session || session.command === undefined) return
  const { command } = session
  const account = accounts.plain || undefined
  try {
    const cookie = await printedCookie({ field: 'session.command', command, cwd: folder, env, account })
    secrets.add(cookie, 'session.command')
    run.declaration = { ...declaration, session: { ...session, cookie } }
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    run.sessionFault = error.message
  }
}
