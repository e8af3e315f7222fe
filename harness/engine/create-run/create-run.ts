import { createShownWait } from '../../clock/shown-wait.ts'
import { createTimeline } from '../../clock/timeline.ts'
import { createFailedLogins } from '../../ledgers/failed-logins.ts'
import { createCutOff } from '../../facts/cut-off.ts'
import { createCommandedCodes } from '../../ledgers/commanded-codes.ts'
import { createGivenSeeds } from '../../facts/given-seeds.ts'
import { createKnownLists } from '../../facts/known-lists.ts'
import { declaredUsernames } from '../../subject/declaration/declared-usernames.ts'
import { createOneTimeCodes } from '../../ledgers/one-time-codes.ts'
import { createRateLimit } from '../../ledgers/rate-limit.ts'
import type { Until } from '../../ledgers/retry-after.ts'
import { makeRoom } from '../../ledgers/make-room.ts'
import { createSignatureDates } from '../../ledgers/signature-dates.ts'
import { createTokenMemory } from '../../facts/token-memory.ts'
import { otpCommand, printedCode, printedCookie } from '../../subject/commands/secret-command.ts'
import { SetupFailed } from '../../outcomes.ts'
import { createRecentSecrets } from '../../wire/shown/recent-secrets.ts'
import { createRandomByCase } from '../../run/random.ts'
import { firstLook, probeSubject } from '../first-look/first-look.ts'
import { probeStarted } from '../first-look/probe-started.ts'
import type { Run } from '../../run/run.ts'
import type { Machine } from '../machine.ts'
import type { RunSpec } from '../run-spec.ts'
import { createRunClock } from './run-clock.ts'
import { createRunSecrets } from './run-secrets.ts'
import { createRunWire } from './run-wire.ts'

/**
 * Creates everything that the cases of a run share, and takes a first look at the subject.
 * @throws WireFailure if the first probe gets no complete HTTP answer; Misdeclared if the clock control gives no time or
 * the base URL redirects everything to another
 */
export async function createRun(spec: RunSpec, machine: Machine): Promise<Run> {
  const { declaration, seed } = spec
  const { monotonic, sleep, env, onWait = () => {} } = machine
  const wait = createShownWait(sleep, monotonic, onWait)
  const wire = createRunWire(spec, machine)
  const { secrets, knownSecrets } = createRunSecrets(declaration)
  const hints = new Set<string>()
  const isStarted = declaration.start !== undefined || declaration.container !== undefined
  const probe = await (isStarted
    ? probeStarted(wire, machine, (hint) => hints.add(hint))
    : probeSubject(wire))
  const { clock, control } = await createRunClock(spec, machine, wire, wait)

  const alone: Until = async (subjectMs) => {
    const participant = await timeline.join()
    await participant.until(subjectMs).finally(() => participant.leave())
  }
  const rateLimit = createRateLimit({ monotonic, slowDown: wire.slowDown, wait, clock, alone })
  const timeline = createTimeline(clock, sleep, rateLimit.idle)
  const commandedCodes = createCommandedCodes({
    clock,
    wait,
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
    knownSecrets,
    recentSecrets: createRecentSecrets(),
    seed,
    ...(spec.depth === undefined ? {} : { depth: spec.depth }),
    random: createRandomByCase(seed),
    ...(spec.replays === undefined ? {} : { replays: new Map(Object.entries(spec.replays)) }),
    failedLogins: createFailedLogins(declaration.limits),
    lists: createKnownLists(declaredUsernames(declaration)),
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
    hints,
    slowestGetMs: 0,
    redirects: new Map(),
    letIn: new Map(),
    listed: new Set(),
    rejections: 0,
    serverErrors: [],
    besideWrongCodes: [],
    controls: new Map(),
    firstUses: new Map(),
    runs: spec.runs,
    slow: spec.slow,
    sequential: spec.jobs === 1,
    folder: declaration.source.folder,
    env,
    monotonic,
    sleep,
  }
  await logInByCommand(run)
  await firstLook(run, probe, { calibrate: control === undefined })
  return run
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
