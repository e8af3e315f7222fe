// The hour of a token at midnight, at the end of a month or year, and when summer time changes.

import type { CaseClock } from '../../harness/engine/case/case-clock.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'
import { worksForHour } from './fresh-token.ts'
import { hour, isVoid, lastUse, works, type LogIn } from './life.ts'
import { ifObtained } from '../case/if-obtained.ts'

/** In milliseconds. */
const day = 24 * hour * 1000

/** The next midnight, in ms, of a time zone that is so many hours ahead of UTC. */
const midnight = (aheadHours: number) => (now: number) => {
  const ahead = aheadHours * hour * 1000
  return Math.ceil((now + ahead) / day + 0.01) * day - ahead
}

/** The next end of a month (UTC), in ms. */
const endOfMonth = (now: number) => {
  const date = new Date(now + 0.01 * day)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** The next end of a year (UTC), in ms. */
const endOfYear = (now: number) => Date.UTC(new Date(now + 0.1 * day).getUTCFullYear() + 1, 0)

/** The next time, in ms, that it is the first Sunday from a day of the year on, such as `03-25T01:00Z`. */
const sunday = (from: string) => (now: number) => {
  for (let year = new Date(now).getUTCFullYear(); ; year++) {
    const first = Date.parse(`${year}-${from}`)
    const change = first + ((7 - new Date(first).getUTCDay()) % 7) * day
    if (change > now + day) return change
  }
}

const outOfSummerTime = [
  ['out of summer time (Europe)', sunday('10-25T01:00Z')],
  ['out of summer time (New York)', sunday('11-01T06:00Z')],
] as const

// A server may delete tokens at midnight of its time zone, which is China's by default in JumpServer, or compare days of the
// month. One that compares local times takes a token for an hour older when summer time begins. One that keeps local times reads
// those of the hour after its end as if they were an hour earlier.
for (const [title, nextAfter] of [
  ['over midnight (UTC)', midnight(0)],
  ['over midnight (China)', midnight(8)],
  ['over the end of a month (UTC)', endOfMonth],
  // Mostly in this order, so that together they are little more than a year ahead.
  ['into summer time (New York)', sunday('03-08T07:00Z')],
  ['into summer time (Europe)', sunday('03-25T01:00Z')],
  ...outOfSummerTime,
  ['over the end of a year (UTC)', endOfYear],
] as const) {
  requirement(
    'token.works-for-hour',
    title,
    { needs: ['account', 'farClock'] },
    async ({ api, account, farClock, run }) => {
      const used = { api, clock: farClock, run }
      const logIn = () => api.token(account)
      await goBefore(nextAfter(farClock.now()), hour / 2, farClock, logIn)
      await worksForHour(used, logIn, (token) => works(used, token, lastUse, logIn))
    },
  )
}

// One that counts the hour in local time, or reads a local time as the later of the two that it may be, keeps a token for two
// hours. One that writes its end with the year of the week, not of the day, keeps a token of late December for a year.
for (const [title, nextAfter] of [...outOfSummerTime, ['in the last hours of a year', endOfYear]] as const) {
  requirement(
    'token.void-after-hour',
    title,
    { needs: ['account', 'farClock'] },
    async ({ api, account, farClock, run }) => {
      const used = { api, clock: farClock, run }
      const logIn = () => api.token(account)
      const change = nextAfter(farClock.now())
      for (const before of [1.5 * hour, hour / 2])
        await isVoid(used, await goBefore(change, before, farClock, logIn), logIn)
    },
  )
}

/** Returns a token of so many seconds before a change, if the account still gets one by then: it may be months later. */
async function goBefore(change: number, seconds: number, clock: CaseClock, logIn: LogIn): Promise<string> {
  clock.demandRoom((change - clock.now()) / 1000 + hour)
  await clock.until(change - seconds * 1000)
  const token = await ifObtained(logIn)
  if (token === undefined) throw new NotSupported('the password gets no token by then: it may have expired')
  return token
}
