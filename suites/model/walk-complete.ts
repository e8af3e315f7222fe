import { currentCase, runAsCase } from '../../harness/run/current-case.ts'
import { unlessJumpsEndTokens } from '../../harness/engine/case/jumps-end-tokens.ts'
import { earnsNothing, grantsToken, lists, rejected } from '../../harness/engine/case/judges.ts'
import { patiently } from '../../harness/engine/case/patiently.ts'
import { notJudged, probeScope, type ProbeApi, type Tried } from '../../harness/engine/case/property.ts'
import type { Run } from '../../harness/run/run.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { createTrace } from '../../harness/run/trace.ts'
import { createApi } from '../../harness/client/api/api.ts'
import { challengeIn } from '../../harness/client/challenge-in.ts'
import { violation } from '../../harness/client/grants.ts'
import { tokenIn } from '../../harness/client/answer.ts'
import { bearer } from '../../harness/client/credentials/credentials.ts'
import { families, type Family } from '../../harness/facts/families.ts'
import type { Challenge } from '../../harness/client/second-step.ts'
import { createSteps } from '../../harness/client/steps/steps.ts'
import { NotSupported, SetupFailed, Violation } from '../../harness/outcomes.ts'
import type { RequirementId } from '../catalogue/index.ts'
import { measureChoices, pauseSeconds, type Choices } from './choices.ts'
import type { Exploration } from './explore.ts'
import { initial, inputs, loginMachine, step, type Input, type Output } from './login-machine.ts'
import { completeTests, type Sequence } from './w-method.ts'
import { wrongPassword } from '../wrong-values/legal-equals.ts'
import { clockLeavesStores, lastUse } from '../token/life.ts'
import { challengeRules } from '../case/challenge-rules.ts'
import { hasCode101 } from '../mfa/newer-challenge.ts'

/** A little more than half an hour: two of them exceed the hour and its margin. */
const halfHourSeconds = 1816
/** A seed must outlive the codes of one sequence, each of which may wait for its time step. */
const seedSeconds = 250

const walks = new WeakMap<Run, Promise<Exploration>>()

/** Walks the complete set of sequences, once per run. */
export function walked(tools: Tools, replayed: number | undefined): Promise<Exploration> {
  const known = walks.get(tools.run) ?? patiently(tools.run, () => walkComplete(tools, replayed))
  walks.set(tools.run, known)
  return known
}

async function walkComplete(tools: Tools, replayed: number | undefined): Promise<Exploration> {
  const { api, account, mfaAccount, mfaAccount2, clock, run } = tools
  const [current, aheadAtFirst] = [currentCase(), run.clock.aheadSeconds]
  const choices = await measureChoices(tools)
  const { seed } = await api.challenge(mfaAccount)
  const waiting = await api.challenge(mfaAccount)
  // The machine follows each challenge by itself.
  if (waiting.seed === seed) throw new NotSupported('a newer challenge carries the same seed')
  await clock.forward(seedSeconds)
  const late = await api.answer(waiting, await mfaAccount.nextCode(), { role: 'step' })
  if (tokenIn(late) === undefined) throw new NotSupported(`a seed lives for less than ${seedSeconds} s`)
  const newerHasSeeds = await newerSendsSeeds(tools)
  const offered = inputs.filter((input) => isOffered(input, api, newerHasSeeds))
  const tests = completeTests(loginMachine(choices, offered), run.depth === 'complete+1' ? 1 : 0)
  const exploration: Exploration = { judged: new Set(), broken: new Map() }
  for (const [index, sequence] of tests.entries()) {
    if (replayed !== undefined && replayed !== index) continue
    await carryOut(sequence, index)
  }
  return exploration

  async function carryOut(sequence: Sequence, index: number): Promise<void> {
    const trace = createTrace()
    const scope = probeScope(run, run.tokens)
    const base = createApi(scope.run, trace)
    const probe = {
      ...base,
      ...createSteps(scope.run, base, () => Promise.reject(new SetupFailed('no code'))),
    }
    const actor = createActor(
      { account, mfaAccount, mfaAccount2, clock, run: scope.run },
      probe,
      waiting,
      choices,
    )
    const script: string[] = []
    let state = initial
    await runAsCase({ ...currentCase(), run: scope.run, trace, id: 'complete' }, async () => {
      for (const at of sequence) {
        const input = offered[at] ?? 'let half an hour go by'
        const wanted = step(state, input, choices)
        script.push(`${script.length + 1}. ${input}`)
        const { rule, judged, diverged } = await actor(input, wanted.output)
        if (judged !== notJudged) exploration.judged.add(rule)
        if (judged instanceof Violation) return await book(rule, judged)
        if (diverged) return
        state = wanted.state
      }
    })
    currentCase().trace.unkept += trace.exchanges.length

    async function book(rule: RequirementId, found: Violation): Promise<void> {
      if (exploration.broken.has(rule)) return
      scope.keep()
      const recipe = script.join('; ')
      const path = `${run.depth}:${index}`
      trace.counterexample = { seed: run.seed, path, runs: index + 1, shrinks: 0, recipe }
      const violation = await unlessJumpsEndTokens(found, current, aheadAtFirst)
      exploration.broken.set(rule, { violation, trace })
    }
  }
}

/** True if the newer family has a login and answers it with a challenge, which it need not do. */
async function newerSendsSeeds({ api, mfaAccount }: Tools): Promise<boolean> {
  if (!api.hasLogin('v1')) return false
  return hasCode101(await api.login(mfaAccount, { family: 'v1', encoding: 'form', role: 'step' }))
}

function isOffered(input: Input, api: ProbeApi, newerHasSeeds: boolean): boolean {
  const family = families.find((one) => input.endsWith(` on ${one}`))
  if (family === undefined) return true
  if (!input.startsWith('challenge')) return api.listFamilies().includes(family)
  return family === 'v1' ? newerHasSeeds : api.hasLogin(family)
}

interface Acted {
  rule: RequirementId
  judged: Tried
  /** The server behaved differently from what was measured, as it may; the model can't follow any further. */
  diverged?: true
}

/** The tools of a sequence. A declaration may lack others, which are not to be asked for. */
type ActorTools = Pick<Tools, 'account' | 'mfaAccount' | 'mfaAccount2' | 'clock' | 'run'>

/** Sends one input after another and compares each answer with the expected output. */
function createActor(
  { account, mfaAccount, mfaAccount2, clock, run }: ActorTools,
  api: ProbeApi,
  first: Challenge,
  choices: Choices,
) {
  const made = () => run.random.word(24)
  let newest: Challenge | undefined
  let older: Challenge | undefined
  let token: string | undefined
  let last = first
  const spent = new Set<string>()
  const spoilt = new Map<string, number>()

  return async (input: Input, wanted: Output): Promise<Acted> => {
    switch (input) {
      case 'challenge by json on users-v1':
      case 'challenge by form on v1':
        return await challenge(input.endsWith('users-v1') ? 'users-v1' : 'v1')
      case 'answer the newest challenge rightly':
        return await answer(newest, await mfaAccount.nextCode(), wanted)
      case 'answer the challenge before it rightly':
        return await answer(older, await mfaAccount.nextCode(), wanted)
      case 'answer a made-up seed with a valid code':
        return await answer(undefined, await mfaAccount.nextCode(), wanted)
      case 'answer the newest challenge with a wrong code':
        return await answer(newest, mfaAccount.wrongCode(), wanted, 'mfa.wrong-code')
      case "answer the newest challenge with another account's code": {
        const [rule, code] = ['mfa.other-accounts-seed', await mfaAccount2.nextCode()] as const
        // By chance, it may be a valid one of this account.
        if (mfaAccount.isNear(code)) return { rule, judged: notJudged, diverged: true }
        return await answer(newest, code, wanted, rule)
      }
      case 'log in with a wrong password': {
        const wrong = { ...account, password: wrongPassword(account.password, 'x') }
        return { rule: 'login.wrong-password', judged: earnsNothing(await api.login(wrong)) }
      }
      case 'use the token on users-v1':
        return await use('users-v1', wanted)
      case 'use the token on v1':
        return await use('v1', wanted)
      case 'use the newest seed as a token': {
        const got = await api.list(api.listFamily(), bearer(newest?.seed ?? made()))
        return { rule: 'mfa.challenge-opens-nothing', judged: rejected(got) }
      }
      case 'let half an hour go by':
        await clock.forward(halfHourSeconds)
        newest = older = undefined
        return { rule: 'token.fixed-hour', judged: notJudged }
    }
  }

  async function challenge(family: Family): Promise<Acted> {
    const rule = challengeRules[family]
    const got = await api.login(mfaAccount, { family, encoding: family === 'users-v1' ? 'json' : 'form' })
    if (tokenIn(got) !== undefined) return { rule, judged: violation('no token before the second step', got) }
    try {
      const next = challengeIn(run, got, mfaAccount, family)
      older = newest
      newest = last = next
      return { rule, judged: undefined }
    } catch (error) {
      if (!(error instanceof SetupFailed)) throw error
      // The newer family need not send a challenge (Endpoints).
      return family === 'v1'
        ? { rule, judged: notJudged, diverged: true }
        : { rule, judged: violation('a challenge', got) }
    }
  }

  async function answer(tried: Challenge | undefined, code: string, wanted: Output, wrong?: RequirementId) {
    const used = tried ?? madeUp()
    const got = await api.answer(used, code, tried ? {} : { account: null })
    const earned = tokenIn(got)
    if (earned === undefined && choices.wrongCodeSpendsSeed) await clock.forward(pauseSeconds)
    const isSpent = spent.has(used.seed)
    if (wrong !== undefined) spoilt.set(used.seed, (spoilt.get(used.seed) ?? 0) + 1)
    if (earned !== undefined) {
      token = earned
      spent.add(used.seed)
    }
    if (wanted === 'token') {
      const rule = 'mfa.second-step-grants-token'
      // Only one wrong code was measured; what more of them do to a seed is not specified.
      const isFree = (spoilt.get(used.seed) ?? 0) > 1 && earned === undefined
      return isFree
        ? ({ rule, judged: notJudged, diverged: true } as const)
        : ({ rule, judged: grantsToken(got) } as const)
    }
    if (wrong !== undefined) return { rule: wrong, judged: rejected(got) } as const
    if (!tried) return { rule: 'mfa.wrong-seed', judged: rejected(got) } as const
    const rule = 'mfa.seed-one-time'
    // A seed that has granted nothing yet may still grant a token, whatever was measured.
    if (!isSpent && earned !== undefined) return { rule, judged: notJudged, diverged: true } as const
    return { rule, judged: rejected(got) } as const
  }

  function madeUp(): Challenge {
    return { ...last, seed: made() }
  }

  async function use(family: Family, wanted: Output) {
    const got = await api.list(family, bearer(token ?? made(), mfaAccount.username))
    if (wanted === 'list') {
      // A token that is returned again may be older than the machine knows.
      const isYoung = token !== undefined && clock.now() < run.tokens.of(token).firstSentAt + lastUse * 1000
      return { rule: 'token.works-for-hour', judged: isYoung ? lists(got) : notJudged } as const
    }
    if (token === undefined) return { rule: 'anonymous.unknown-token', judged: rejected(got) } as const
    const judged = clockLeavesStores(run) ? notJudged : rejected(got)
    return { rule: 'token.void-after-hour', judged } as const
  }
}
