import { listPath } from '../../../harness/facts/families.ts'
import type { Method } from '../../../harness/client-judge/operation.ts'
import type { PlayedOperation } from '../../../harness/client-judge/played.ts'
import { disguised } from '../../../harness/client-judge/other-origin.ts'
import {
  broken,
  demand,
  everything,
  header,
  inScenario,
  isScenario,
  isWithCredential,
  kept,
  listsOf,
  obligation,
  ofEach,
  type Call,
  type Reading,
} from '../obligation.ts'
import { isFine, succeeded } from '../outcomes.ts'
import { givenSecrets, hasCode, isIn } from '../secrets.ts'
import { disguisedRedirects } from '../scenarios/redirects.ts'
import { wasLedTo } from './login.ts'
import { signed } from './signature.ts'
import { withPrivateToken, withToken } from './token.ts'

const methodOf = ({ played }: Reading, { operation }: Call) => played.operations[operation ?? -1]?.method

/**
 * Returns lists requested with a session: in a scenario, all of that method; in a client's own tests, those with an
 * issued cookie.
 */
const bySession = (reading: Reading) =>
  reading.calls.filter(
    (call) =>
      call.kind === 'list' &&
      call.request.method === 'GET' &&
      call.at === 'api' &&
      (reading.played.kind === 'command'
        ? call.sessionIds.some((id) => reading.cookies.some(({ value }) => value === id))
        : methodOf(reading, call) === 'session'),
  )

const prefixed = ['prefix-token', 'prefix-mfa', 'prefix-private-token', 'prefix-signature', 'prefix-session']

/**
 * Returns the requests with a credential: in a scenario, any kind; in a client's own tests, one of this run, unaltered.
 */
const authorized = (reading: Reading): Call[] =>
  reading.played.kind === 'command'
    ? [
        ...withToken(reading).map(({ call }) => call),
        ...withPrivateToken(reading),
        ...signed(reading),
        ...bySession(reading),
      ]
    : reading.calls.filter(({ scheme, sessionIds }) => scheme !== undefined || sessionIds.length > 0)

/**
 * Returns the authorized requests of each list operation. In a client's own tests, returns just the valid ones, one by
 * one: what else they call is not in the specification, and not ours to judge.
 */
function byList(reading: Reading, isMeant: (call: Call) => boolean): Call[][] {
  const meant = authorized(reading).filter(
    (call) => call.at === 'api' && !/^(HEAD|OPTIONS)$/.test(call.request.method) && isMeant(call),
  )
  if (reading.played.kind === 'command')
    return [...new Set(meant)]
      .filter(({ request, path }) => request.method === 'GET' && Object.values(listPath).includes(path))
      .map((call) => [call])
  return listsOf(reading).map(({ index }) => meant.filter(({ operation }) => operation === index))
}

/** Kept if one of the requests is as it must be; the others may have another purpose. */
function oneOf(calls: Call[], isRight: (call: Call) => boolean, wanted: string, got: (call: Call) => string) {
  const valid = calls.filter(isRight)
  const [first] = calls
  if (first === undefined) return undefined
  return valid.length > 0 ? kept(...valid) : broken(wanted, got(first), first)
}

/** Expects nothing secret at the other origin, after an answer that redirects there. */
function nothingElsewhere(reading: Reading) {
  const origins = [reading.played.otherOrigin, ...Object.values(disguised(reading.played))]
  const led = reading.calls.filter(({ answer }) =>
    answer?.headers.some(
      ([name, value]) =>
        name.toLowerCase() === 'location' && origins.some((origin) => value.startsWith(`${origin}/`)),
    ),
  )
  const secretIn = (call: Call) =>
    givenSecrets(reading).find(({ value }) => isIn(everything(call), value))?.label ??
    (hasCode(reading, call, everything(call)) ? 'a one-time code' : undefined) ??
    // Basic is what libraries make of a username and a password in a URL.
    (call.scheme === undefined || /^basic$/i.test(call.scheme) ? undefined : 'an Authorization header')
  for (const call of reading.calls.filter(({ at }) => at === 'other')) {
    const secret = secretIn(call)
    if (secret !== undefined)
      return [broken('no credential at another origin', `${secret} was sent there`, call)]
  }
  return led.map((call) => kept(call))
}

const disguisedFor = (...wanted: Method[]) =>
  disguisedRedirects.flatMap(({ name, methods }) =>
    wanted.filter((method) => methods.includes(method)).map((method) => `${name}-${method}`),
  )

/** True for lists of one operation: a client may have several workers, which learn of each other's cookies later. */
const areBeside = (one: Call, other: Call | undefined) =>
  one.kind === 'list' && other?.kind === 'list' && one.operation === other.operation

/**
 * True if another value was set since. A client's own tests may use sessions in parallel; each session has its own last
 * value.
 */
function isOlder({ cookies, played }: Reading, call: Call, id: string): boolean {
  const before = cookies.filter(({ by }) => by.answeredAt <= call.sentAt)
  if (played.kind === 'command')
    return before.some(({ value, by }) => value !== id && by.sessionIds.includes(id))
  const own = cookies.findLast(({ value }) => value === id)?.by
  return before.some(
    ({ by }) => by.number > (own?.number ?? 0) && !areBeside(by, call) && !areBeside(by, own),
  )
}

/**
 * True for a request without a credential that may only look whether the server is there: no list was asked for, or another
 * request has the cookie, or the list is from a cache.
 */
function isLook(reading: Reading, call: Call): boolean {
  if (isWithCredential(call)) return false
  const list = listsOf(reading).find(({ index }) => index === call.operation)
  return (
    list === undefined ||
    list.reply.kind === 'ok' ||
    bySession(reading).some(({ operation, sessionIds }) => operation === list.index && sessionIds.length > 0)
  )
}

/** False before the login: the client has no cookie since it was asked to use a session. */
function hasCookie({ cookies, played }: Reading, { number, operation = 0 }: Call): boolean {
  const uses = played.operations.filter(({ index, operation: { op } }) => op === 'use' && index <= operation)
  const since = uses.at(-1)?.index ?? 0
  return cookies.some(({ by }) => by.number < number && (by.operation ?? 0) >= since)
}

const withSessionId = inScenario((reading) =>
  bySession(reading).filter(({ sessionIds }) => sessionIds.length > 0),
)

const afterCookie = (reading: Reading) =>
  bySession(reading).filter((call) => hasCookie(reading, call) && !isLook(reading, call))

/**
 * Returns the requests of each list operation with a cookie that the server set: some may have waited for a connection since
 * before the last one. In a client's own tests, returns them one by one.
 */
function withGivenCookie(reading: Reading): Call[][] {
  const calls = bySession(reading).filter(({ sessionIds }) =>
    sessionIds.some((id) => reading.cookies.some(({ value }) => value === id)),
  )
  return isScenario(reading)
    ? listsOf(reading).map(({ index }) => calls.filter(({ operation }) => operation === index))
    : calls.map((call) => [call])
}

export const sessionObligations = [
  ofEach('client.session-web-login', withSessionId, {
    wanted: 'a cookie that the server set',
    holds: (call, { cookies }) =>
      call.sessionIds.every((id) => cookies.some(({ value, by }) => value === id && by.number < call.number)),
    got: ({ sessionIds }, { cookies }) =>
      sessionIds.some((id) => cookies.some(({ value }) => id === `"${value}"`))
        ? 'it was put in quotes on the way'
        : 'the server set no such cookie',
  }),
  ofEach('client.session-cookie', afterCookie, {
    wanted: 'the cookie sessionid',
    holds: ({ sessionIds }) => sessionIds.length > 0,
    got: (call) =>
      header(call, 'cookie') === undefined
        ? 'there is no cookie; some libraries keep none of a host that is an IP address'
        : 'it is not among the cookies',
  }),
  obligation('client.session-latest', {
    judge: (reading) =>
      withGivenCookie(reading).map((calls) =>
        oneOf(
          calls,
          (call) => !call.sessionIds.some((id) => isOlder(reading, call, id)),
          'the value that was set last',
          () => 'an older value was sent',
        ),
      ),
  }),
  obligation('client.session-same-origin', {
    scenarios: ['redirect-session', ...disguisedFor('session')],
    judge: nothingElsewhere,
  }),
  obligation('client.redirect-same-origin', {
    scenarios: [
      'redirect-token',
      'redirect-mfa',
      'redirect-private-token',
      'redirect-signature',
      ...disguisedFor('token', 'private-token', 'signature'),
      'redirect-login',
      'redirect-second-step',
      'redirect-web-login',
    ],
    judge: nothingElsewhere,
  }),
  obligation('client.list-get', {
    judge: (reading) =>
      byList(reading, ({ path }) => Object.values(listPath).includes(path)).map((calls) =>
        oneOf(
          calls,
          ({ request }) => request.method === 'GET' && request.body.length === 0,
          'a GET without a body',
          ({ request }) =>
            request.method === 'GET' ? 'it has a body' : `it was sent with ${request.method}`,
        ),
      ),
  }),
  obligation('client.list-path', {
    judge: (reading) =>
      byList(reading, ({ kind }) => kind === 'list').map((calls) =>
        oneOf(
          calls,
          (call) => Object.values(listPath).includes(call.path) || wasLedTo(reading, call),
          `${Object.values(listPath).join(' or ')} below the base URL`,
          ({ request }) => `it was sent to ${request.target}`,
        ),
      ),
  }),
  obligation('client.below-base-url', {
    scenarios: prefixed,
    judge: ({ calls, played }) =>
      calls
        // Browsers request an icon of the whole origin.
        .filter(({ at, kind }) => at === 'api' && kind !== 'other')
        .map((call) =>
          demand(
            call.isBelow,
            call,
            `a path below ${played.prefix}/`,
            () => `it was sent to ${call.request.target}`,
          ),
        ),
  }),
  obligation('client.below-base-url', {
    outcome: true,
    scenarios: prefixed,
    judge: (reading) => listsOf(reading).map((list) => succeeded(reading, list)),
  }),
  obligation('client.lists-users', {
    outcome: true,
    scenarios: ['plain-token', 'plain-mfa', 'plain-private-token', 'plain-signature', 'plain-session'],
    judge: (reading) => {
      const isLate = ({ reply }: PlayedOperation) => reply.kind === 'fault' && reply.late === true
      const isSlow = !listsOf(reading).some((list) => isFine(reading, list))
      return listsOf(reading).map((list) => {
        const outcome = succeeded(reading, list)
        // A client that is never done in time may only be slow.
        return outcome && 'wanted' in outcome && isSlow && isLate(list) ? { ...outcome, open: true } : outcome
      })
    },
  }),
]
