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
