import type { Answer } from '../../harness/client/answer.ts'
import { signature } from '../../harness/client/credentials/credentials.ts'
import { notListed } from '../../harness/client/grants.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import { families } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'

const months = 12
const year = 366 * 86_400

// A server may misread the name of one month, as where a locale calls September "Sept", or a day or an hour of one digit.
for (const family of families) {
  requirement(
    'signature.accepted',
    `in each month of a year on ${family}`,
    { needs: ['accessKey', 'farClock'] },
    async ({ api, accessKey, farClock }) => {
      farClock.demandRoom(year)
      const credential = signature(accessKey)
      await api.listed(family, credential)
      let rejected: Answer | undefined
      for (const time of eachMonthAfter(farClock.now())) {
        await farClock.until(time)
        const answer = await api.list(family, credential)
        if (notListed(answer) instanceof Error) rejected ??= answer
        // The key may have ended; not so if it is accepted again.
        else expect(rejected ?? answer).toListUsers()
      }
      if (rejected) throw new NotSupported('the access key opens the list no more: it may have expired')
    },
  )
}

/** Returns a time in each of the next twelve months, on other days and at other hours. */
function eachMonthAfter(now: number): number[] {
  const date = new Date(now)
  return Array.from({ length: months }, (_, at) =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + at + 1, 1 + 2 * at, (7 * at) % 24),
  )
}
