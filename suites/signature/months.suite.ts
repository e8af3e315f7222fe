import type { Answer } from '../../harness/client/answer.ts'
import { atOnce } from '../../harness/client/at-once.ts'
import { signature } from '../../harness/client/credentials/credentials.ts'
import { notListed } from '../../harness/client/grants.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import type { Family } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'

const months = 12
const year = 366 * 86_400

// A server may misread the name of one month, as where a locale calls September "Sept", or a day or an hour of one digit.
requirement(
  'signature.accepted',
  'in each month of a year',
  { needs: ['accessKey', 'farClock'] },
  async ({ api, accessKey, farClock, run }) => {
    farClock.demandRoom(year)
    const credential = signature(accessKey)
    const families = api.listFamilies()
    await atOnce(run, families, (family) => api.listed(family, credential))
    const rejected = new Map<Family, Answer>()
    for (const time of eachMonthAfter(farClock.now())) {
      await farClock.until(time)
      await atOnce(run, families, async (family) => {
        const answer = await api.list(family, credential)
        const earlier = rejected.get(family)
        if (notListed(answer) instanceof Error) rejected.set(family, earlier ?? answer)
        // The key may have ended; not so if it is accepted again.
        else expect(earlier ?? answer).toListUsers()
      })
    }
    if (rejected.size > 0)
      throw new NotSupported('the access key opens the list no more: it may have expired')
  },
)

/** Returns a time in each of the next twelve months, on other days and at other hours. */
function eachMonthAfter(now: number): number[] {
  const date = new Date(now)
  return Array.from({ length: months }, (_, at) =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + at + 1, 1 + 2 * at, (7 * at) % 24),
  )
}
