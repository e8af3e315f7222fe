import type { Call } from '../../common/call.ts'
import { type Defect, ofEach, wrap, wrapping } from '../change.ts'
import type { Token } from '../../domain/tokens.ts'
import type { Parts } from '../../server/parts.ts'
import { breaking, must } from '../shared/breach.ts'

const fixedHour = breaking(must('token.fixed-hour'))

const minute = 60
const hour = 60 * minute

const worksForHour = breaking(must('token.works-for-hour'))
const tooShort = breaking(must('token.works-for-hour'), { blocks: ['token.fixed-hour'] })
const voidAfterHour = breaking(must('token.void-after-hour'))
const tooLong = breaking(must('token.void-after-hour'), { blocks: ['token.fixed-hour', 'token.stays-void'] })

const zones = [
  ['berlin', 'Europe/Berlin'],
  ['new-york', 'America/New_York'],
] as const

/** Tokens whose hour has another length: all tokens, those of one way of login, or on one list. */
export const tokenHourDefects: Record<string, Defect> = {
  'token-lives-59-minutes': tooShort('A token expires one minute too early.', (parts) =>
    lifetime(parts, 59 * minute, () => true),
  ),
  'token-issued-at-server-start': breaking(must('token.bearer'))(
    'The time of issue is read once, when the server starts: an hour later, each new token is void at once.',
    ({ clock, tokens }) => {
      const startedAt = clock.now()
      wrap(tokens, 'issue', (issue) => (account, call) => {
        const token = issue(account, call)
        token.issuedAt = startedAt
        return token
      })
    },
    { blocks: ['token.works-for-hour', 'token.fixed-hour', 'token.void-after-hour'] },
  ),
  'token-expired-deleted-every-ten-minutes': tooLong(
    'When a token is used, expired ones are deleted, but not if that was done in the last ten minutes; nothing else checks the age.',
    ({ clock, tokens }) => {
      const isExpired = tokens.isExpired
      let deletedAt = clock.now()
      tokens.isExpired = () => false
      wrap(tokens, 'accepts', (accepts) => (text, call) => {
        if (clock.now() - deletedAt > 10 * minute * 1000) {
          deletedAt = clock.now()
          for (const old of tokens.records.values()) if (isExpired(old, call)) tokens.records.delete(old.text)
        }
        return accepts(text, call)
      })
    },
    { blocks: ['token.fixed-hour'] },
  ),
  'token-fifty-minutes-old-deleted-by-any-login': worksForHour(
    'A login deletes every token that is over fifty minutes old, whichever account it belongs to.',
    wrapping('tokens.issue', (issue, { clock, tokens }) => (account, call) => {
      for (const old of tokens.records.values())
        if (clock.now() - old.issuedAt > 50 * minute * 1000) tokens.records.delete(old.text)
      return issue(account, call)
    }),
    { blocks: ['token.fixed-hour'] },
  ),
  'token-expired-ends-all-others': worksForHour(
    'When an expired token is used, all tokens are deleted.',
    wrapping('tokens.accepts', (accepts, { tokens }) => (text, call) => {
      const token = tokens.records.get(text)
      if (token && tokens.isExpired(token, call)) tokens.records.clear()
      return accepts(text, call)
    }),
  ),
  ...ofEach(['UTC', 'China'] as const, (zone) => [
    zone === 'UTC' ? 'token-ends-at-midnight' : 'token-ends-at-midnight-in-china',
    worksForHour(
      `A job at midnight (${zone}) deletes all tokens.`,
      wrapping('tokens.isExpired', (isExpired, { clock }) => (token, call) => {
        const dayOf = (ms: number) => Math.floor((ms / 1000 / hour + (zone === 'UTC' ? 0 : 8)) / 24)
        return isExpired(token, call) || dayOf(clock.now()) > dayOf(token.issuedAt)
      }),
      { mayBreak: must('token.fixed-hour') },
    ),
  ]),
  'token-ends-with-month-on-newer-list': worksForHour(
    'All tokens are deleted from the cache of the newer list when a month ends (UTC).',
    wrapping('tokens.isExpired', (isExpired, { clock }) => (token, call) => {
      const monthOf = (ms: number) => new Date(ms).getUTCMonth()
      const isDeleted = call.family === 'v1' && monthOf(clock.now()) !== monthOf(token.issuedAt)
      return isExpired(token, call) || isDeleted
    }),
    { mayBreak: must('token.fixed-hour') },
  ),
  'token-ends-with-year': worksForHour(
    'All tokens are deleted when a year ends (UTC).',
    wrapping('tokens.isExpired', (isExpired, { clock }) => (token, call) => {
      return isExpired(token, call) || yearOf(clock.now()) !== yearOf(token.issuedAt)
    }),
  ),
  'token-ends-a-year-late-in-last-hours-of-year': voidAfterHour(
    'A token’s end is written with the year of the week, so one of the last two hours of a later year lives for a year more.',
    // In the year of the start, other cases may log in within these hours.
    wrapping('tokens.isExpired', (isExpired, { clock }) => {
      const startYear = yearOf(clock.now())
      return (token, call) => {
        const [year, yearSoon] = [token.issuedAt, token.issuedAt + 2 * hour * 1000].map(yearOf)
        const isLate = year !== startYear && year !== yearSoon
        return isExpired(token, call) && !(isLate && clock.now() - token.issuedAt < 365 * 24 * hour * 1000)
      }
    }),
  ),
  ...ofEach(zones, ([place, zone]) => [
    `token-age-in-local-time-of-${place}`,
    breaking(must('token.works-for-hour', 'token.void-after-hour'))(
      `A token’s age is the difference of two local times (${zone}): an hour too high when summer time begins, too low when it ends.`,
      ({ clock, tokens }) => {
        const local = localTime(zone)
        tokens.isExpired = (token) => local(clock.now()) - local(token.issuedAt) >= hour * 1000
      },
    ),
  ]),
  ...ofEach(zones, ([place, zone]) => [
    `token-end-in-local-time-of-${place}`,
    worksForHour(
      `A token’s end is kept as a local time (${zone}): when summer time ends, it is read as an hour earlier.`,
      ({ clock, tokens }) => {
        const local = localTime(zone)
        tokens.isExpired = ({ issuedAt }) => {
          const end = issuedAt + hour * 1000
          return clock.now() >= (local(issuedAt) === local(end) ? issuedAt : end)
        }
      },
    ),
  ]),
  'token-end-counted-in-local-time-of-berlin': voidAfterHour(
    'An hour is added to the local time of issue (Europe/Berlin): when summer time ends, a token lives for two.',
    ({ clock, tokens }) => {
      const local = localTime('Europe/Berlin')
      tokens.isExpired = ({ issuedAt }) => {
        const end = issuedAt + hour * 1000
        return clock.now() >= (local(issuedAt) === local(end) ? end + hour * 1000 : end)
      }
    },
  ),
  'token-end-read-late-in-local-time-of-new-york': voidAfterHour(
    'A token’s end is kept as a local time (America/New_York): when summer time ends, it is read as an hour later.',
    ({ clock, tokens }) => {
      const local = localTime('America/New_York')
      tokens.isExpired = ({ issuedAt }) => {
        const end = issuedAt + hour * 1000
        const later = end + hour * 1000
        return clock.now() >= (local(end) === local(later) ? later : end)
      }
    },
  ),
  'token-of-newer-login-lives-59-minutes': tooShort(
    'A token from the newer login expires one minute too early.',
    (parts) => lifetime(parts, 59 * minute, ({ issuedBy }) => issuedBy.family === 'v1'),
  ),
  'token-of-form-login-lives-half-an-hour': tooShort(
    'A token from a form-encoded login lives for half an hour.',
    (parts) => lifetime(parts, 30 * minute, ({ issuedBy }) => issuedBy.encoding === 'form'),
  ),
  'token-of-second-step-lives-55-minutes': tooShort(
    'The hour of a token from a second step starts with the first step, or is five minutes short.',
    (parts) => lifetime(parts, 55 * minute, ({ issuedBy }) => issuedBy.operation === 'second-step'),
  ),
  'token-ends-early-on-newer-list': tooShort(
    'The newer list rejects a token in the last minute of its hour.',
    (parts) => lifetime(parts, 59 * minute, (_token, call) => call.family === 'v1'),
  ),
  'token-lives-61-minutes': tooLong('A token works for one minute longer than its hour.', (parts) =>
    lifetime(parts, 61 * minute, () => true),
  ),
  'token-good-for-a-minute-after-check': fixedHour(
    'A server remembers for a minute that it has checked a token, even if its hour ends meanwhile.',
    ({ clock, tokens }) => {
      const checked = new Map<string, number>()
      wrap(tokens, 'isExpired', (isExpired) => (token, call) => {
        if (clock.now() < (checked.get(token.text) ?? 0) + minute * 1000) return false
        if (isExpired(token, call)) return true
        checked.set(token.text, clock.now())
        return false
      })
    },
  ),
  'token-lives-five-minutes-longer-on-newer-list': tooLong(
    'The newer list allows for clocks that differ by five minutes.',
    (parts) => lifetime(parts, 65 * minute, (_token, call) => call.family === 'v1'),
  ),
  'token-never-expires-on-older-list': tooLong('The older list accepts expired tokens.', (parts) =>
    lifetime(parts, Infinity, (_token, call) => call.family === 'users-v1'),
  ),
  'token-of-form-login-lives-a-day': tooLong('A token from a form-encoded login works for a day.', (parts) =>
    lifetime(parts, 24 * hour, ({ issuedBy }) => issuedBy.encoding === 'form'),
  ),
  'token-of-newer-json-login-lives-two-hours': tooLong(
    'A token from a JSON login on the newer path family works for two hours.',
    (parts) =>
      lifetime(parts, 2 * hour, ({ issuedBy: { family, encoding, operation } }) => {
        return operation === 'login' && family === 'v1' && encoding === 'json'
      }),
  ),
  'token-of-newer-second-step-lives-half-an-hour': worksForHour(
    'A token from the second step of the newer family lives for half an hour.',
    (parts) => lifetime(parts, 30 * minute, ({ issuedBy }) => isNewerSecondStep(issuedBy)),
  ),
  'token-of-newer-second-step-lives-a-day': voidAfterHour(
    'A token from the second step of the newer family works for a day.',
    (parts) => lifetime(parts, 24 * hour, ({ issuedBy }) => isNewerSecondStep(issuedBy)),
  ),
  'token-of-second-step-never-expires': tooLong('Tokens from a second step never expire.', (parts) =>
    lifetime(parts, Infinity, ({ issuedBy }) => issuedBy.operation === 'second-step'),
  ),
  'token-of-second-account-lives-two-hours': voidAfterHour(
    'A user with another time zone gets a token that lives an hour longer.',
    (parts) => lifetime(parts, 2 * hour, ({ username }) => username === 'dee'),
  ),
  'token-hour-counts-from-challenge': worksForHour(
    'The hour of a token from a second step begins with the challenge.',
    ({ seeds, tokens }) => {
      const begun = new Map<string, number>()
      wrap(seeds, 'spend', (spend) => (seed, call) => {
        begun.set(seed.username, seed.issuedAt)
        return spend(seed, call)
      })
      wrap(tokens, 'issue', (issue) => (account, call) => {
        const token = issue(account, call)
        if (call.operation === 'second-step') token.issuedAt = begun.get(account.username) ?? token.issuedAt
        return token
      })
    },
  ),
  'token-voided-by-web-login': fixedHour(
    "A login on the web page revokes the user's tokens.",
    wrapping('sessions.start', (start, parts) => (username, call) => {
      if (username !== undefined) voidTokens(parts, username)
      return start(username, call)
    }),
    { blocks: ['users.same-list'] },
  ),
  'token-voided-by-wrong-password': fixedHour(
    "A login with a wrong password revokes the account's tokens.",
    wrapping('checkPassword', (check, parts) => async (username, password, call) => {
      const account = await check(username, password, call)
      if (!account) voidTokens(parts, username)
      return account
    }),
  ),
  'token-voided-by-wrong-code': fixedHour(
    "A second step with a wrong code revokes the account's tokens.",
    wrapping('checkCode', (check, parts) => async (account, code, call) => {
      const isValid = await check(account, code, call)
      if (!isValid) voidTokens(parts, account.username)
      return isValid
    }),
    { mayBreak: must('token.works-for-hour') },
  ),
}

const yearOf = (ms: number) => new Date(ms).getUTCFullYear()

const isNewerSecondStep = ({ operation, family }: Token['issuedBy']) =>
  operation === 'second-step' && family === 'v1'

function voidTokens({ tokens }: Parts, username: string): void {
  for (const token of tokens.records.values()) if (token.username === username) token.issuedAt = 0
}

/** Sets another lifetime, in seconds, for the tokens and calls that `which` picks. */
function lifetime({ clock, tokens }: Parts, seconds: number, which: (token: Token, call: Call) => boolean) {
  wrap(tokens, 'isExpired', (isExpired) => (token, call) => {
    return which(token, call) ? clock.now() - token.issuedAt >= seconds * 1000 : isExpired(token, call)
  })
}

/** Returns a function that reads the clock on the wall of a time zone, in milliseconds since 1970. */
function localTime(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (ms) => Date.parse(`${format.format(ms).replace(' ', 'T')}Z`) + (ms % 1000)
}
