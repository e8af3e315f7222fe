// The hour of a token beside other tokens, accounts and failures, and much later.

import { holds } from '../../harness/engine/case/expect.ts'
import { asStep } from '../../harness/engine/case/as-step.ts'
import type { Account, Need, Tools } from '../../harness/engine/case/tools.ts'
import { tokenIn } from '../../harness/client/answer.ts'
import {
  authorization,
  bearer,
  privateToken,
  signature,
} from '../../harness/client/credentials/credentials.ts'
import { LeftOut, NotDeclared, NotSupported } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'
import { wrongPassword } from '../wrong-values/legal-equals.ts'
import { freshBesideIdle, newToken, sameAgain, worksForHour } from './fresh-token.ts'
import {
  firstVoid,
  hour,
  isVoid,
  lastUse,
  momentAfter,
  unlessAnsweredAgain,
  unlikeIdle,
  works,
} from './life.ts'
import { ofLogin } from './of-login.ts'
import { otherLogIn } from './other-log-in.ts'
import { usedTwice } from './used-twice.ts'

/** How many seconds after the challenge a late second step is sent: more than the margin of the hour. */
const lateSeconds = 60

/** The next time, in ms, at which so many seconds of a minute are over: a server may count in minutes, up or down. */
const secondOfMinute = (now: number, seconds: number) =>
  (Math.ceil(now / 60_000 - seconds / 60) + seconds / 60) * 60_000

ofLogin('token.works-for-hour', 'of another account', 'account2', async (tools, logIn) => {
  const { api, account2, clock } = tools
  await lists(api, account2)
  await clock.until(secondOfMinute(clock.now(), 45))
  await worksForHour(tools, logIn, (token) => works(tools, token, lastUse, logIn))
})

// A server may drop all tokens where it should drop one.
ofLogin('token.works-for-hour', 'an older one used after its end', 'account', async (tools, logIn) => {
  const { api, clock, run } = tools
  const older = await newToken(tools, logIn)
  await clock.until(momentAfter(run.tokens.of(older).lastAnsweredAt + 1800_000))
  const token = await logIn()
  if (token === older) throw sameAgain()
  await clock.until(momentAfter(run.tokens.of(older).lastAnsweredAt + firstVoid * 1000))
  for (const family of api.listFamilies()) await api.list(family, bearer(older), { role: 'step' })
  await works(tools, token, 0, logIn)
})

ofLogin('token.void-after-hour', 'of another account', 'account2', async (tools, logIn) => {
  await tools.clock.until(secondOfMinute(tools.clock.now(), 1))
  await isVoid(tools, await logIn(), logIn)
})

// A server may remember for a minute that it has checked a token, whatever happens to it meanwhile.
ofLogin(
  'token.fixed-hour',
  'used for the first time in its last seconds',
  'account',
  async (tools, logIn) => {
    const { api, clock, run } = tools
    const { token, idle } = await freshBesideIdle(tools, logIn, otherLogIn(tools))
    await clock.until(run.tokens.of(token).firstSentAt + (hour - 3) * 1000)
    // So close to its end, the token may be accepted or rejected.
    for (const family of api.listFamilies()) await api.list(family, bearer(token), { role: 'step' })
    await unlikeIdle(tools, idle, 'void', () => isVoid(tools, token, logIn))
  },
)

ofLogin(
  'token.void-after-hour',
  'sent under the scheme word Token',
  'account',
  async ({ api, clock, run }, logIn) => {
    const present = (token: string) => authorization('token', `Token ${token}`)
    await isVoid({ api, clock, run, present }, await logIn(), logIn)
  },
)

ofLogin(
  'token.fixed-hour',
  'of another account, while this one logs in',
  'account2',
  async (tools, logIn) => {
    const { api, account, account2, clock, run } = tools
    await lists(api, account2)
    const { token, idle } = await freshBesideIdle(tools, logIn, () => api.token(account))
    const logInBefore = async (seconds: number) => {
      await api.token(account)
      await unlikeIdle(tools, idle, 'works', () => works(tools, token, seconds, logIn))
    }
    await logInBefore(0)
    // Late, since each login may remove what a server takes for old tokens.
    await clock.until(run.tokens.of(token).firstSentAt + (lastUse - 60) * 1000)
    await logInBefore(lastUse)
  },
  ['account', 'account2', 'clock'],
)

requirement(
  'token.fixed-hour',
  'after a login on the web page',
  { needs: ['account', 'session'] },
  async ({ api, account, session, run }) => {
    const stillWorks = await usedTwice({ api, run }, account)
    await session.logIn(account)
    await stillWorks()
  },
)

requirement(
  'token.fixed-hour',
  'after a second step of another account',
  // Without a clock that can be moved, time steps for codes are scarce.
  { needs: ['account', 'mfaAccount', 'clock'], phase: 'codes' },
  async ({ api, account, mfaAccount, run }) => {
    const stillWorks = await usedTwice({ api, run }, account)
    await api.redeem(await api.freshChallenge(mfaAccount))
    await stillWorks()
  },
)

requirement(
  'token.fixed-hour',
  'after requests of its user with other methods',
  { needs: ['account', 'accessKey'] },
  async ({ api, account, accessKey, run }) => {
    const { plain } = run.declaration.privateTokens
    const isOwn = ({ username }: { username: string }) => username === account.username
    if (!isOwn(accessKey)) throw new NotDeclared('accessKeys')
    const stillWorks = await usedTwice({ api, run }, account)
    // Other rules judge whether these are accepted.
    await api.list(api.listFamily(), signature(accessKey), { role: 'step' })
    if (plain && isOwn(plain)) await api.list(api.listFamily(), privateToken(plain.token), { role: 'step' })
    await stillWorks()
  },
)

requirement(
  'token.fixed-hour',
  'after a wrong password',
  { needs: ['account'] },
  async ({ api, account, run }) => {
    api.leftOutUnderLimits()
    const stillWorks = await usedTwice({ api, run }, account)
    const password = wrongPassword(account.password, run.random.word(6))
    await api.login({ ...account, password }, { role: 'step' })
    await stillWorks()
  },
)

// Cases about wrong codes note it, since failed logins may be limited.
requirement(
  'token.fixed-hour',
  'after a wrong code',
  { needs: ['seen', 'mfaAccount'] },
  async ({ seen: { besideWrongCodes: all }, run }) => {
    if (all.length === 0)
      throw run.tokens.repeats
        ? new NotSupported('a login answers the same token again while it lives')
        : new LeftOut('no token was seen to work before a wrong code of its user')
    const ended = all.find(({ works }) => !works)
    const wanted = 'a token to work after a wrong code of its user as before'
    holds(ended === undefined, wanted, `${ended?.said} to it, though a valid code had been accepted again`)
  },
)

ofLogin('token.fixed-hour', 'used at once and late', 'account', async (tools, logIn) => {
  const { token, idle } = await freshBesideIdle(tools, logIn, otherLogIn(tools))
  for (const seconds of [0, lastUse]) {
    const work = () => works(tools, token, seconds, logIn)
    await unlessAnsweredAgain(tools, token, () => unlikeIdle(tools, idle, 'works', work))
  }
})

ofLogin(
  'token.stays-void',
  'after a login of another account',
  'account',
  async (tools, logIn) => {
    const token = await logIn()
    await asStep(() => isVoid(tools, token, logIn))
    await tools.api.token(tools.account2)
    await isVoid(tools, token, logIn)
  },
  ['account', 'account2', 'clock'],
)

requirement(
  'token.works-for-hour',
  'second step taken a while after the challenge',
  { needs: ['mfaAccount', 'clock'] },
  async ({ api, mfaAccount, clock, run }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    const challenge = await api.freshChallenge(mfaAccount)
    await clock.forward(lateSeconds)
    const sentAt = clock.now()
    const answer = await api.answer(challenge, await mfaAccount.nextCode(), { role: 'step' })
    const token = tokenIn(answer)
    if (token === undefined) throw new NotSupported(`a seed does not live for ${lateSeconds} s`)
    if (run.tokens.repeats || run.tokens.of(token).firstSentAt < sentAt - 1000) throw sameAgain()
    await works({ api, clock, run }, token, lastUse, async () => {
      return await api.redeem(await api.freshChallenge(mfaAccount))
    })
  },
)

// A server that ignores the date, or reads the clock in twelve hours, returns to the hour in which the token was valid.
staysVoid('at the same time of day, half a day and a day later', ['account'], [12 * hour, 24 * hour])

// In milliseconds and 32 bits, an age of 25 to 50 days is negative; without a sign it starts again after that. By then, the
// password may have expired, so the private token shows that the list is being served.
staysVoid('a month later', ['account', 'privateTokenOf'], [30 * 24 * hour])
staysVoid('after as many milliseconds as fit into 32 bits', ['account', 'privateTokenOf'], [2 ** 32 / 1000])

/** Defines a case that tries a void token again, twenty minutes after each of the ages (in seconds). */
function staysVoid(title: string, needs: Need[], ages: number[]): void {
  requirement(
    'token.stays-void',
    title,
    { needs: [...needs, 'farClock'] },
    async ({ api, account, farClock, run }) => {
      const used = { api, clock: farClock, run }
      const logIn = () => api.token(account)
      farClock.demandRoom(Math.max(...ages) + hour / 2)
      const token = await logIn()
      await asStep(() => isVoid(used, token, logIn))
      for (const age of ages) await isVoid(used, token, logIn, age + hour / 3)
    },
  )
}

/** Makes sure that an account may read the lists at all. */
async function lists(api: Tools['api'], account: Account): Promise<void> {
  const credential = bearer(await api.token(account), account.username)
  for (const family of api.listFamilies()) await api.listed(family, credential)
}
