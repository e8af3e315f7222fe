// The life of a token, by each way of login: it works for an hour, not longer, whatever happens meanwhile.

import { expect } from '../../harness/engine/case/expect.ts'
import { authorization, bearer } from '../../harness/client/credentials/credentials.ts'
import { families, ways } from '../../harness/facts/families.ts'
import type { Need, Tools } from '../../harness/engine/case/tools.ts'
import { asStep } from '../../harness/engine/case/as-step.ts'
import { patiently } from '../../harness/engine/case/patiently.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { freshBesideIdle, freshToken, newToken, sameAgain, worksForHour } from './fresh-token.ts'
import {
  firstVoid,
  hour,
  isVoid,
  lastUse,
  momentAfter,
  momentBefore,
  unlessAnsweredAgain,
  unlikeIdle,
  works,
  worksAtOnce,
  type LogIn,
} from './life.ts'
import { otherLogIn } from './other-log-in.ts'
import { listsWithinHour } from './used-twice.ts'
import { rejectedList } from '../case/pair.ts'
import { ifObtained } from '../case/if-obtained.ts'
import { requirement } from '../case/requirement.ts'

/** The age of a token, in seconds, at which its account logs in again: nearly an hour, less the wait for a code. */
const lateLogin = 3300

/** Requests to all lists together. */
const uses = 102

for (const way of ways) {
  for (const family of families) {
    const title = `on the ${family} list, of a ${way.encoding} login on ${way.family}`
    requirement('token.bearer', title, { needs: ['account'] }, async ({ api, account }) => {
      const token = await api.token(account, way)
      expect(await api.list(family, bearer(token, account.username))).toListUsers()
    })
  }
}

rejectedList(
  'token.not-token-scheme',
  (family) => `on the ${family} list`,
  { needs: ['account'], changed: 'the scheme word' },
  async ({ api, account }) => {
    const token = await api.token(account)
    return {
      valid: bearer(token, account.username),
      invalid: [['the word Token instead of Bearer', authorization('token', `Token ${token}`)]],
    }
  },
)

requirement(
  'token.many-uses',
  'on each list in turn',
  { needs: ['account'] },
  async ({ api, account, run }) => {
    const token = await api.token(account)
    const credential = bearer(token, account.username)
    const lists = api.listFamilies()
    for (const family of lists) {
      await api.listed(family, credential)
      // Not from the beginning after a Retry-After: a server may allow fewer requests at a time.
      for (let use = 1; use < uses / lists.length; use++)
        listsWithinHour(run, token, await patiently(run, () => api.list(family, credential)))
    }
  },
)

const newEachTime = 'each login returns a new token'

type Login<T = LogIn> = (tools: Tools) => T
/** Logs in by a way that other rules judge: undefined if it gets no token. */
type Again = () => Promise<string | undefined>

for (const way of ways) {
  const login: Login =
    ({ api, account }) =>
    () =>
      api.token(account, way)
  const otherWays: Login<Again[]> = ({ api, account }) =>
    ways
      .filter((one) => one !== way && api.hasLogin(one.family))
      .map((one) => async () => await ifObtained(() => api.token(account, one)))
  journeys(
    `${way.encoding} login on ${way.family}`,
    'account',
    login,
    (tools) => otherLogIn(tools, way),
    otherWays,
  )
}

journeys(
  'second step',
  'mfaAccount',
  ({ api, mfaAccount }) =>
    async () =>
      await api.redeem(await api.freshChallenge(mfaAccount)),
  ({ api, run }) => {
    const { mfa2 } = run.declaration.accounts
    return mfa2 ? async () => await api.redeem(await api.freshChallenge(mfa2)) : undefined
  },
)

/**
 * Defines the cases about the life of a token from one way of login, each with a fresh token; `other` logs in another
 * account, if there is one, and `otherWays` the same account.
 */
function journeys(
  way: string,
  whose: 'account' | 'mfaAccount',
  login: Login,
  other: Login<LogIn | undefined>,
  otherWays: Login<Again[]> = () => [],
): void {
  const asked: Need[] = [whose, 'clock']
  requirement('token.bearer', `${way}, an hour after an earlier one`, { needs: asked }, async (tools) => {
    const logIn = login(tools)
    await tools.clock.until(momentAfter(tools.run.tokens.of(await logIn()).firstSentAt + firstVoid * 1000))
    await worksAtOnce(tools, await logIn())
  })

  requirement(
    'token.works-for-hour',
    `${way}, unused until shortly before`,
    { needs: asked },
    async (tools) => {
      const logIn = login(tools)
      await worksForHour(tools, logIn, (token) =>
        unlessAnsweredAgain(tools, token, () => works(tools, token, lastUse, logIn)),
      )
    },
  )

  requirement('token.works-for-hour', `${way}, another login in between`, { needs: asked }, async (tools) => {
    const logIn = login(tools)
    const token = await newToken(tools, logIn)
    await tools.clock.until(momentAfter(tools.run.tokens.of(token).firstSentAt + lateLogin * 1000))
    if ((await logIn()) === token) throw sameAgain()
    await works(tools, token, lastUse, logIn)
  })

  requirement('token.fixed-hour', `${way}, used occasionally`, { needs: asked }, async (tools) => {
    const logIn = login(tools)
    const { token, idle } = await freshBesideIdle(tools, logIn, other(tools))
    for (const seconds of [1200, 2400, lastUse]) {
      const work = () => works(tools, token, seconds, logIn)
      await unlessAnsweredAgain(tools, token, () => unlikeIdle(tools, idle, 'works', work))
    }
    await unlikeIdle(tools, idle, 'void', () => isVoid(tools, token, logIn))
  })

  requirement('token.fixed-hour', `${way}, another login at half time`, { needs: asked }, async (tools) => {
    const logIn = login(tools)
    const { token, idle } = await freshBesideIdle(tools, logIn, other(tools))
    await tools.clock.until(momentAfter(tools.run.tokens.of(token).firstSentAt + 1800_000))
    for (const again of [logIn, ...otherWays(tools)]) if ((await again()) === token) throw sameAgain()
    for (const seconds of [0, lastUse])
      await unlikeIdle(tools, idle, 'works', () => works(tools, token, seconds, logIn))
    await unlikeIdle(tools, idle, 'void', () => isVoid(tools, token, logIn))
  })

  requirement('token.void-after-hour', `${way}, never used before`, { needs: asked }, async (tools) => {
    const logIn = login(tools)
    await logIn()
    await tools.clock.forward(2)
    // The token may have been returned before: too long a life still shows from the last login that returned it.
    await isVoid(tools, await logIn(), logIn)
  })

  // A server that deletes expired tokens now and then, for instance when one is used, may not have done so since.
  requirement(
    'token.void-after-hour',
    `${way}, another one used shortly before`,
    { needs: asked },
    async (tools) => {
      const { api, clock, run } = tools
      const logIn = login(tools)
      const other = await logIn()
      await clock.forward(2)
      const token = await logIn()
      await clock.until(momentBefore(run.tokens.of(token).lastAnsweredAt + lastUse * 1000))
      for (const family of api.listFamilies()) await api.list(family, bearer(other), { role: 'step' })
      await isVoid(tools, token, logIn)
    },
  )

  requirement(
    'token.stays-void',
    `${way}, an hour later and after another login`,
    { needs: asked },
    async (tools) => {
      const logIn = login(tools)
      const token = await freshToken(tools, logIn)
      await asStep(() => isVoid(tools, token, logIn))
      await isVoid(tools, token, logIn, firstVoid + hour)
      const again = [logIn, ...otherWays(tools)]
      for (const one of again) if ((await one()) === token) return
      await isVoid(tools, token, logIn)
    },
  )

  // Whether the rule applies shows without a clock too.
  const needs: Need[] = [whose]
  const title = `${way}, answered again at half time`
  requirement('token.same-text', title, { needs, phase: 'hours' }, async (tools) => {
    const { clock, tokens } = tools.run
    const isFresh = tokens.issuedSince(tools[whose].username, 0).some(tokens.isFresh)
    if (isFresh && !clock.movable) throw new NotSupported(newEachTime)
    const logIn = login(tools)
    const old = await logIn()
    if ((await logIn()) !== old) throw new NotSupported(newEachTime)
    await isVoid(tools, old, logIn)
    const token = await logIn()
    await tools.clock.until(momentAfter(tools.run.tokens.of(token).firstSentAt + 1800_000))
    if ((await logIn()) !== token) throw new NotSupported('a login at half time answers another token')
    await works(tools, token, lastUse, logIn)
    await isVoid(tools, token, logIn)
  })
}
