// A login on 29 February.

import { day, hour, loginAt } from './login-at.ts'

/** The next time, in ms, that it is noon of a 29 February (UTC), and so the same day nearly everywhere. */
const leapDay = (now: number) => {
  for (let year = new Date(now).getUTCFullYear(); ; year++) {
    const noon = Date.UTC(year, 1, 29, 12)
    if (new Date(noon).getUTCMonth() === 1 && noon > now) return noon
  }
}

// A server that adds one to the year of a login, for instance to say when the password ends, gets a day that does not exist.
loginAt('on 29 February', leapDay, day + hour)
