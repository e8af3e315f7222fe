// Signatures in each month, at hours and dates that a server may misread.

import type { Answer } from '../../harness/client/answer.ts'
import { atOnce } from '../../harness/client/at-once.ts'
import { privateToken, signature } from '../../harness/client/credentials/credentials.ts'
import { opensList } from '../../harness/client/grants.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import type { Family } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'

/** In milliseconds. */
const day = 86_400_000

/** In seconds, a year and as many days as the last time may be into its month. */
const mostAhead = ((366 + 31) * day) / 1000

// A server may misread the name of one month or weekday, as where a locale calls September "Sept", a day or an hour of one
// digit, noon, which is hour 0 of a twelve-hour clock, or the end of a year, which may be in a week of the next one.
requirement(
  'signature.accepted',
  'in each month of a year',
  { needs: ['accessKey', 'privateTokenOf', 'farClock'] },
  async ({ api, accessKey, privateTokenOf, farClock, run }) => {
    farClock.demandRoom(mostAhead)
    const signed = signature(accessKey)
    const permanent = privateToken(privateTokenOf.token, privateTokenOf.username)
    const rejected = new Map<Family, Answer>()
    const ask = async (family: Family) => {
      const answer = await api.list(family, signed)
      const earlier = rejected.get(family)
      // The key may have ended when it was rejected; not so if it is accepted again.
      if (opensList(answer)) return expect(earlier ?? answer).toListUsers()
      rejected.set(family, earlier ?? answer)
      // The server may reject everybody for a while.
      if (!opensList(await api.list(family, permanent, { role: 'step' })))
        throw new NotSupported('the list no longer opens to a private token either')
    }
    const families = api.listFamilies()
    await atOnce(run, families, ask)
    if (rejected.size > 0) throw new NotSupported('the access key no longer opens the list')
    for (const time of eachMonthAfter(farClock.now())) {
      await farClock.until(time)
      await atOnce(run, families, ask)
    }
    if (rejected.size > 0)
      throw new NotSupported('the access key no longer opens the list: it may have expired')
  },
)

/**
 * Returns a time in each of the next twelve months: on all days of the week, at other hours, noon and midnight among them, and
 * in December in its last hour.
 */
function eachMonthAfter(now: number): number[] {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return Array.from({ length: 12 }, (_, at) => {
    const first = new Date(Date.UTC(year, month + at + 1, 1 + Math.min(2 * at, 21), (4 * at) % 24))
    if (first.getUTCMonth() === 11) return Date.UTC(first.getUTCFullYear(), 11, 31, 23)
    // The other eleven months have all days of the week.
    const days = (first.getUTCMonth() + 7 - first.getUTCDay()) % 7
    return first.getTime() + days * day
  })
}
