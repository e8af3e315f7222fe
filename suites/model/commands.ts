import { violation } from '../../harness/client/grants.ts'
import { demandLoggedIn } from '../session/session-cookie.ts'
import fc from 'fast-check'
import { earnsNothing, grantsToken, lists, rejected } from '../../harness/engine/case/judges.ts'
import { field, tokenIn } from '../../harness/client/answer.ts'
import {
  anonymous,
  bearer,
  cookie,
  privateToken,
  signature,
} from '../../harness/client/credentials/credentials.ts'
import { families, ways, type Way } from '../../harness/facts/families.ts'
import { mayNotList } from '../../harness/client/may-list.ts'
import { Violation } from '../../harness/outcomes.ts'
import { clockLeavesStores, firstVoid, hour } from '../token/life.ts'
import { judgeAnswer, settleAnswer, unsettle, unsettleOlder, type CodeKind } from './answer-rules.ts'
import { pauseSeconds } from './choices.ts'
import { createAgain } from './create-again.ts'
import { newest, pick } from './pick.ts'
import { keeps, type Model, type Real, type World } from './world.ts'
import { wrongPassword } from '../wrong-values/legal-equals.ts'
import { challengeRules } from '../case/challenge-rules.ts'

export type Command = fc.AsyncCommand<Model, Real>

/** What one kind of command does; `run` calls `say` to note in the script how it went. */
interface Kind<A> {
  /** If absent, it may always run. */
  check?(model: Model): boolean
  run(model: Model, real: Real, args: A, say: (text: string) => void): Promise<void>
}

function command<A>(args: fc.Arbitrary<A>, kind: Kind<A>): fc.Arbitrary<Command> {
  return args.map((drawn) => {
    let said = ''
    return {
      check: (model) => kind.check?.(model) ?? true,
      run: (model, real) => kind.run(model, real, drawn, (text) => (said = text)),
      toString: () => said,
    }
  })
}

const which = fc.constantFrom(0, 0, 0, 1, 2, newest)
/** Picks the same account most of the time, so that steps interact. */
const who = fc.constantFrom(0, 0, 0, 1)
const way = fc.constantFrom(...ways)
const family = fc.constantFrom(...families)
const isTaken = (taken: readonly Way[], { family, encoding }: Way) =>
  taken.some((one) => one.family === family && one.encoding === encoding)
const named = ({ family, encoding }: Way) => `${encoding} on ${family}`

const logIn = command(fc.record({ which: who, way }), {
  async run(model, { api, world }, { which, way }, say) {
    const account = pick(world.accounts, which)
    if (!account || !isTaken(world.choices.ways.login, way)) return
    say(`${account.username} logs in by ${named(way)}: token ${model.tokens.length + 1}`)
    const answer = await api.login(account, way)
    for (const cookie of model.cookies) if (cookie.username === account.username) cookie.followed = true
    keeps(world, way.encoding === 'json' ? 'login.json' : 'login.form-encoded', grantsToken(answer))
    model.tokens.push({ text: tokenIn(answer) ?? '', username: account.username, seenVoid: false })
  },
})

const logInWrongly = command(fc.record({ which: who, way, second: fc.boolean() }), {
  async run(_model, { api, world }, { which, way, second }, say) {
    const account = pick(second ? world.mfaAccounts : world.accounts, which)
    if (!account || !world.mayFail || !api.hasLogin(way.family)) return
    say(`${account.username} logs in by ${named(way)} with a wrong password`)
    const answer = await api.login({ ...account, password: wrongPassword(account.password, 'x') }, way)
    keeps(world, second ? 'mfa.wrong-password-no-challenge' : 'login.wrong-password', earnsNothing(answer))
  },
})

const challenge = command(fc.record({ which: who, way }), {
  async run(model, { api, world }, { which, way }, say) {
    const owner = pick(world.mfaAccounts, which)
    if (!owner || !isTaken(world.choices.ways.challenge, way)) return
    say(`${owner.username} logs in by ${named(way)}: challenge ${model.challenges.length + 1}`)
    const answer = await api.login(owner, way)
    const rule = challengeRules[way.family]
    const hasToken = tokenIn(answer) !== undefined
    keeps(world, rule, hasToken ? violation('no token before the second step', answer) : undefined)
    const [seed, otpUrl] = [field(answer.json, 'seed'), field(answer.json, 'otp_url')]
    if (typeof seed !== 'string' || typeof otpUrl !== 'string') {
      const isOwed = way.family === 'users-v1'
      keeps(world, rule, isOwed ? violation('a challenge with seed and otp_url', answer) : undefined)
      return
    }
    for (const old of model.challenges) {
      const again =
        old.seed === seed
          ? new Violation('a seed of its own in each challenge', 'a seed comes again')
          : undefined
      if (old.owner.username !== owner.username) keeps(world, 'mfa.seed-per-account', again)
      else if (old.state === 'spent') keeps(world, 'mfa.seed-fresh', again)
    }
    unsettleOlder(model, owner.username, world)
    const repeats = world.seeds.has(seed)
    world.seeds.add(seed)
    if (repeats) unsettle(model, (old) => old.seed === seed)
    const issuedAt = world.run.clock.now()
    model.challenges.push({
      account: owner,
      owner,
      family: way.family,
      seed,
      otpUrl,
      answer,
      issuedAt,
      state: repeats ? 'unsure' : 'open',
    })
  },
})

const answer = command(
  fc.record({ which, code: fc.constantFrom<CodeKind>('right', 'right', 'right', 'wrong', "another's") }),
  {
    check: ({ challenges }) => challenges.length > 0,
    async run(model, real, { which, code }, say) {
      const { api, world } = real
      const tried = pick(model.challenges, which)
      if (!tried) return
      // A spent challenge is rejected even with a valid code, which counts as a failure.
      if (!world.mayFail && (code !== 'right' || tried.state !== 'open')) return
      const other = world.mfaAccounts.find(({ username }) => username !== tried.owner.username)
      if (code === "another's" && !other) return
      const number = model.challenges.indexOf(tried) + 1
      say(
        `challenge ${number} is answered with ${code === 'right' ? 'a right' : code === 'wrong' ? 'a wrong' : "another account's"} code`,
      )
      const text =
        code === 'wrong'
          ? tried.owner.wrongCode()
          : await (code === 'right' ? tried.owner : (other ?? tried.owner)).nextCode()
      if (code === "another's" && tried.owner.isNear(text)) return
      const options = code === "another's" && other ? { account: other.username } : {}
      const got = await api.answer(tried, text, options)
      judgeAnswer(tried, code, got, world)
      settleAnswer(model, tried, code, got, world)
      if (tokenIn(got) === undefined && world.choices.wrongCodeSpendsSeed) await letPass(world, pauseSeconds)
    },
  },
)

const useToken = command(fc.record({ which, family }), {
  check: ({ tokens }) => tokens.length > 0,
  async run(model, { api, world }, { which, family }, say) {
    const token = pick(model.tokens, which)
    if (!token || !api.listFamilies().includes(family) || mayNotList(world.run, token.username)) return
    const sentAt = world.run.clock.now()
    const { firstSentAt, lastAnsweredAt } = world.run.tokens.of(token.text)
    say(
      `token ${model.tokens.indexOf(token) + 1} is used on the ${family} list, ${age(sentAt - lastAnsweredAt)} old`,
    )
    const got = await api.list(family, bearer(token.text, token.username))
    const margin = (firstVoid - hour) * 1000
    // A token that is returned again may be older than this sequence knows.
    const isYoung = world.run.clock.now() < firstSentAt + hour * 1000 - margin && !world.choices.sameToken
    if (isYoung) keeps(world, 'token.works-for-hour', lists(got))
    if (sentAt <= lastAnsweredAt + hour * 1000 + margin || clockLeavesStores(world.run)) return
    keeps(world, token.seenVoid ? 'token.stays-void' : 'token.void-after-hour', rejected(got))
    token.seenVoid = true
  },
})

const usePermanent = command(fc.record({ which, family }), {
  async run(model, { api, world }, { which, family }, say) {
    if (!api.listFamilies().includes(family)) return
    const keys = world.accessKey ? [world.accessKey] : []
    const held = pick([...world.privateTokens, ...keys, ...(model.kept ? [model.kept] : [])], which)
    if (!held || mayNotList(world.run, held.username)) return
    if ('token' in held) {
      say(`the private token of ${held.username} is used on the ${family} list`)
      return keeps(
        world,
        held === model.kept ? 'private-token.second-creation-keeps' : 'private-token.accepted',
        lists(await api.list(family, privateToken(held.token, held.username))),
      )
    }
    say(`a request to the ${family} list is signed`)
    keeps(world, 'signature.accepted', lists(await api.list(family, signature(held))))
  },
})

const useNothing = command(fc.record({ which, family, seed: fc.boolean() }), {
  async run(model, { api, world }, { which, family, seed }, say) {
    if (!api.listFamilies().includes(family)) return
    const waiting = seed ? pick(model.challenges, which) : undefined
    say(
      waiting
        ? `the seed of challenge ${model.challenges.indexOf(waiting) + 1} is used as a token`
        : `the ${family} list is asked for without credentials`,
    )
    const got = await api.list(family, waiting ? bearer(waiting.seed) : anonymous)
    keeps(world, waiting ? 'mfa.challenge-opens-nothing' : 'anonymous.no-credentials', rejected(got))
  },
})

const useCookie = command(fc.record({ which, family }), {
  check: ({ cookies }) => cookies.length > 0,
  async run(model, { api, world }, { which, family }, say) {
    const held = pick(model.cookies, which)
    if (!held || !api.listFamilies().includes(family) || mayNotList(world.run, held.username)) return
    say(`session ${model.cookies.indexOf(held) + 1} is used on the ${family} list`)
    const got = await api.list(family, cookie(held.value, held.username))
    // How long a session lasts, and whether a newer one or an API login ends it, is not specified.
    const isYoung = world.run.clock.now() - held.setAt < 60_000 && !held.followed
    if (isYoung && held === model.cookies.at(-1)) keeps(world, 'session.accepted', lists(got))
  },
})

const webLogIn = command(fc.constant(null), {
  check: ({ cookies }) => cookies.length < 2,
  async run(model, { session, world }, _, say) {
    const account = world.accounts[0]
    if (!account || !session) return
    say(`${account.username} logs in on the web page: session ${model.cookies.length + 1}`)
    const login = await session.logIn(account)
    const value = await demandLoggedIn(login, account.username)
    keeps(world, 'session.web-login', value ? undefined : new Violation('a cookie sessionid', login.said))
    model.cookies.push({ value: value ?? '', username: account.username, setAt: world.run.clock.now() })
  },
})

const create = command(fc.constant(null), {
  check: ({ creations }) => creations.left > 0,
  run: (model, real, _, say) => createAgain(model, real, say),
})

/** A sequence leaves this many seconds to the cases after it if the clock has a limit. */
const keptBackSeconds = 12 * hour

const moveClock = command(fc.constantFrom(40, 600, 1790, 3500, 3700, 3700), {
  async run(_model, { world }, seconds, say) {
    if (await letPass(world, seconds)) say(`${age(seconds * 1000)} go by`)
  },
})

/** Moves the clock if it has enough time left. Returns whether it did. */
async function letPass({ clock, run }: World, seconds: number): Promise<boolean> {
  if (!clock || run.clock.leftSeconds < keptBackSeconds) return false
  await clock.forward(seconds)
  return true
}

const age = (ms: number) => (ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`)

/**
 * Sequences of all commands, and of commands that affect one another: with few kinds to choose from, the ones that break
 * something together meet more often.
 */
export function sequences(replayPath?: string): fc.Arbitrary<Iterable<Command>> {
  const secondFactor = [challenge, challenge, answer, answer, answer, useToken]
  const tokens = [logIn, useToken, useToken, useToken, moveClock, webLogIn]
  const rejections = [logIn, logInWrongly, challenge, answer, useToken, usePermanent, useNothing]
  const all = [...secondFactor, ...tokens, logInWrongly, usePermanent, useNothing, useCookie]
  return mixed([all, secondFactor, tokens, rejections], replayPath)
}

/** Sequences in which the operator creates a private token again; only a few are tried, and one of them creates it. */
export function creatingSequences(replayPath?: string): fc.Arbitrary<Iterable<Command>> {
  return mixed([[create, create, logIn, challenge, answer, useToken, usePermanent, usePermanent]], replayPath)
}

function mixed(kinds: readonly fc.Arbitrary<Command>[][], replayPath: string | undefined) {
  const constraints = {
    maxCommands: 30,
    size: 'max' as const,
    ...(replayPath === undefined ? {} : { replayPath }),
  }
  return fc.oneof(...kinds.map((some) => fc.commands(some, constraints)))
}
