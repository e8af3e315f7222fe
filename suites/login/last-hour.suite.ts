// Logins in the last hour of a day and of a year.

import { day, hour, loginAt } from './login-at.ts'

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
  loginAt(`in the last hour of a day (${zone})`, (now) => lateEvening(now, aheadHours), hour)
}
// The form may have code of its own.
loginAt('in the last hour of a day (UTC)', (now) => lateEvening(now, 0), hour, 'form')

/** Half an hour before the next year begins (UTC), in ms. */
const yearsEnd = (now: number) => Date.UTC(new Date(now + day).getUTCFullYear() + 1, 0) - hour / 2

// The next hour is then in a month that does not exist, or on the day 32.
loginAt('in the last hour of a year (UTC)', yearsEnd, hour)
