import type { Answer } from '../../harness/client/answer.ts'
import { privateToken, signature } from '../../harness/client/credentials/credentials.ts'
import { opensList } from '../../harness/client/grants.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import { families } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'

/** In seconds, a year and as many days as the last time is into its month. */
const mostAhead = (366 + 23) * 86_400

// A server may misread the name of one month, as where a locale calls September "Sept", or a day or an hour of one digit.
for (const family of families) {
  requirement(
    'signature.accepted',
    `in each month of a year on ${family}`,
    { needs: ['accessKey', 'privateTokenOf', 'farClock'] },
    async ({ api, accessKey, privateTokenOf, farClock }) => {
      farClock.demandRoom(mostAhead)
      const signed = signature(accessKey)
      const permanent = privateToken(privateTokenOf.token, privateTokenOf.username)
      const first = await api.list(family, signed)
      if (!opensList(first)) throw new NotSupported('the access key opens the list no more')
      expect(first).toListUsers()
      let rejected: Answer | undefined
      for (const time of eachMonthAfter(farClock.now())) {
        await farClock.until(time)
        const answer = await api.list(family, signed)
        if (opensList(answer)) {
          // The key may have ended when it was rejected; not so if it is accepted again.
          expect(rejected ?? answer).toListUsers()
          continue
        }
        rejected ??= answer
        // The server may reject everybody for a while.
        if (!opensList(await api.list(family, permanent, { role: 'step' })))
          throw new NotSupported('the list opens to a private token no more, either')
      }
      if (rejected) throw new NotSupported('the access key opens the list no more: it may have expired')
    },
  )
}

/** Returns a time in each of the next twelve months, on other days and at other hours. */
function eachMonthAfter(now: number): number[] {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return Array.from({ length: 12 }, (_, at) => Date.UTC(year, month + at + 1, 1 + 2 * at, (7 * at) % 24))
}
