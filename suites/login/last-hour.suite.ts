import { tokenIn } from '../../harness/client/answer.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import { families } from '../../harness/facts/families.ts'
import { NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import { ifAnswered } from '../case/if-answered.ts'
import { requirement } from '../case/requirement.ts'

/** In milliseconds. */
const hour = 3_600_000
const day = 24 * hour

/** The next time, in ms, that it is half past eleven at night in a zone that is so many hours ahead of UTC. */
const lateEvening = (now: number, aheadHours: number) => {
  const ahead = (aheadHours + 0.5) * hour
  return Math.ceil((now + ahead) / day) * day - ahead
}

// A server that adds one to the hour of a login gets 24, which does not exist. China has the default time zone of JumpServer.
for (const [zone, aheadHours] of [
  ['UTC', 0],
  ['China', 8],
] as const) {
  requirement(
    'login.json',
    `in the last hour of a day (${zone})`,
    { needs: ['account', 'farClock'] },
    async ({ api, account, farClock }) => {
      const late = lateEvening(farClock.now(), aheadHours)
      farClock.demandRoom((late + hour - farClock.now()) / 1000)
      await farClock.until(late)
      for (const family of families.filter(api.hasLogin)) {
        const answer = await ifAnswered(() => api.login(account, { family, encoding: 'json' }))
        // Any other rejection may be meant: the account may have ended, or have no access at night.
        const isBroken = answer?.exchange.response.status === 500
        if (!answer || (!isBroken && tokenIn(answer) === undefined))
          throw new NotSupported('the password gets no token by then: it may have expired')
        if (isBroken) {
          await farClock.until(late + hour)
          if ((await ifAnswered(() => api.token(account, { family }))) === undefined)
            throw new SetupFailed(
              'a login ended in a server error, and no later one shows that only this hour does',
            )
        }
        expect(answer).toGrantToken()
      }
    },
  )
}
