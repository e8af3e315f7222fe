import { tokenIn } from '../../harness/client/answer.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import { families, type Encoding } from '../../harness/facts/families.ts'
import { NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import { ifObtained } from '../case/if-obtained.ts'
import { requirement } from '../case/requirement.ts'

/** In milliseconds. */
export const hour = 3_600_000
export const day = 24 * hour

const rules = { json: 'login.json', form: 'login.form-encoded' } as const

/**
 * Defines a case: a login at the next such time gets a token. If it ends in a server error, one that comes `lasts` ms later has
 * to get a token.
 */
export function loginAt(
  title: string,
  nextAfter: (now: number) => number,
  lasts: number,
  encoding: Encoding = 'json',
): void {
  const needs = ['account', 'farClock'] as const
  requirement(rules[encoding], title, { needs }, async ({ api, account, farClock }) => {
    const time = nextAfter(farClock.now())
    farClock.demandRoom((time + lasts - farClock.now()) / 1000)
    await farClock.until(time)
    for (const family of families.filter(api.hasLogin)) {
      const answer = await ifObtained(() => api.login(account, { family, encoding }))
      // Any other rejection may be meant: the account may have ended, or have no access at night.
      const isBroken = answer?.exchange.response.status === 500
      if (!answer || (!isBroken && tokenIn(answer) === undefined))
        throw new NotSupported('the password gets no token by then: it may have expired')
      if (isBroken) {
        await farClock.until(time + lasts)
        if ((await ifObtained(() => api.token(account, { family, encoding }))) === undefined)
          throw new SetupFailed(
            'a login ended in a server error, and no later one shows that only those of that time do',
          )
      }
      expect(answer).toGrantToken()
    }
  })
}
