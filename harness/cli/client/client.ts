import { judgeConfirmed } from '../../client-judge/confirm.ts'
import { secretsOf } from '../../client-judge/identities.ts'
import { observedNote } from '../../client-judge/observed.ts'
import { readCalls } from '../../client-judge/read-calls.ts'
import { methods as allMethods } from '../../client-judge/operation.ts'
import type { JudgeInput } from '../../client-judge/judged.ts'
import type { Played } from '../../client-judge/played.ts'
import { unplayedCases } from '../../client-judge/unplayed.ts'
import { makeRunFolder, removeRunFolder } from '../../subject/files/run-folder.ts'
import { createRunMask } from '../../verdicts/run-mask.ts'
import { clientReport } from './client-report.ts'
import { chooseScenarios, leaveOut, selectClientRules } from './client-select.ts'
import { openServers } from './client-servers.ts'
import { runInScenarios, runOwnTests, type Done } from './client-runs.ts'
import type { ClientOptions } from '../options/judge-options.ts'
import { createInterrupt } from '../judge/interrupt.ts'
import { publish } from '../judge/publish.ts'
import { createProgress } from '../judge/progress.ts'
import { chooseFormats, partialFolder, prepareFolder, usualFolder } from '../files/prepare-output.ts'
import { shellWord } from '../judge/reproduce.ts'
import { readBaseline } from '../files/read-baseline.ts'
import { makeRoom, setAside } from '../files/set-aside.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { readClientConfig } from '../../client-judge/client-config.ts'
import type { Suite } from '../suite.ts'
import { machine } from '../../engine/machine.ts'

/** How many servers run side by side for scenarios. */
const servers = 4

/** `conformance client`: judges a client by its own tests or by scenarios. */
export async function client(
  suite: Suite,
  command: readonly string[],
  options: ClientOptions,
): Promise<number> {
  if (command[0] === '')
    throw new UsageError('the command after -- is empty; give the program that runs your tests')
  if (command.length > 0 && options.scenario.length > 0)
    throw new UsageError('--scenario has no effect on your own tests (-- COMMAND); leave one of them out')
  const isPartial = options.only.length + options.skip.length + options.scenario.length > 0
  const out = options.out ?? (isPartial ? partialFolder : usualFolder)
  const formats = chooseFormats(options.format)
  const rules = selectClientRules(suite.client, options)
  const isCommand = command.length > 0
  const settings =
    isCommand && options.config === undefined ? undefined : readClientConfig(options.config, !isCommand)
  const config = isCommand ? undefined : settings
  const baseline = readBaseline(suite, options.baseline)
  const { obligations, scenarios } = await suite.client.load()
  const named = config ? chooseScenarios(scenarios, options.scenario) : []
  prepareFolder(out)
  makeRoom(out)
  const startedAt = new Date(machine.wallMs())
  const started = performance.now()
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
  const interrupt = createInterrupt()
  const progress = createProgress({ quiet: options.quiet || options.json, stream: process.stderr })
  const folder = makeRunFolder()
  void interrupt.pressed.then(() => process.once('exit', () => removeRunFolder(folder)))
  const subject = await openServers({
    config: settings,
    seed,
    folder,
    latencyMs: options.latency,
    count: config ? Math.min(servers, named.length) : 1,
  }).catch(async (error: unknown) => {
    removeRunFolder(folder)
    await interrupt.leave()
    if (!(error instanceof UsageError)) setAside(out)
    throw error
  })
  const { pool, identities } = subject
  const name = config ? config.command : command.map(shellWord).join(' ')
  try {
    if (!options.json) progress.begin(name)
    const shared = { ...subject, interrupt, progress, options, begun: () => setAside(out) }
    const { chosen, left } = leaveOut(named, subject)
    const done: Done = config
      ? await runInScenarios({ ...shared, config, scenarios: chosen, left: left.length, seed })
      : await runOwnTests({ ...shared, command, names: settings?.env })
    const input: JudgeInput = {
      rules,
      // Includes obligations of rules left out: they show whether the client works at all, and explain failures.
      obligations,
      scenarios,
      played: done.played,
      leftOut: left,
      notChosen: config ? scenarios.filter((one) => !named.includes(one)) : [],
      methods: config?.methods ?? allMethods,
      kind: config ? 'scenario' : 'command',
    }
    const unplayed = done.isInterrupted ? unplayedCases({ ...input, scenarios: chosen }) : []
    const { results, played, strays } = await judgeConfirmed(input, async (some) => {
      if (done.isInterrupted || !done.again) return []
      const again = await Promise.race([done.again(some), interrupt.pressed])
      done.isInterrupted = again === undefined
      return again ?? []
    })
    progress.end()
    const observed = config ? [] : played.flatMap((one) => observedNote(obligations, one) ?? [])
    done.notes.push(...strays, ...observed)
    const mask = createRunMask({
      // A case that failed only once may quote what the server gave the first time.
      secrets: [...secretsOf(identities), ...[...new Set([...done.played, ...played])].flatMap(givenIn)],
      own: [...rules].map((entry) => JSON.stringify(entry)),
      results,
    })
    const report = clientReport({
      suite,
      rules,
      results,
      unplayed,
      done,
      config: settings,
      command,
      name,
      options,
      out,
      seed,
      startedAt,
      durationMs: Math.round(performance.now() - started),
      baseline,
      whole: !isPartial,
      mask,
    })
    return await publish(report, options, { out, formats, name, secrets: mask.secrets })
  } finally {
    progress.end()
    await pool.stop()
    removeRunFolder(folder)
    await interrupt.leave()
  }
}

/** Returns the secrets that the server gave in a scenario. */
function givenIn(played: Played) {
  const { tokens, challenges, cookies } = readCalls(played)
  return [
    ...tokens.map(({ text }) => ({ value: text, label: 'a token' })),
    ...challenges.map(({ seed }) => ({ value: seed, label: 'a seed' })),
    ...cookies.map(({ value }) => ({ value, label: 'a session cookie' })),
  ]
}
