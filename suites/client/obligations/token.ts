import { listPath } from '../../../harness/facts/families.ts'
import { latest, text } from '../../../harness/client-judge/read-calls.ts'
import {
  broken,
  callsOf,
  demand,
  inScenario,
  kept,
  listsOf,
  obligation,
  ofEach,
  threeLoginsAtMost,
  place,
  type Call,
  type Reading,
} from '../obligation.ts'
import { isFine, succeeded } from '../outcomes.ts'

/**
 * Returns the headers with a value. In a client's own tests, only if it is unaltered: one with an extra letter is wrong
 * on purpose.
 */
export const headersWith = ({ played }: Reading, { request }: Call, value: string) =>
  request.headers.filter(([, one]) =>
    played.kind === 'command' ? standsAlone(one, value) : one.includes(value),
  )

/** True if the value isn't part of a longer word, apart from a scheme word without its space, or a name. */
const standsAlone = (text: string, value: string) =>
  text
    .split(/[\s"',;]+/)
    .some((word) => word.endsWith(value) && /^(?:|bearer|token|.*[=:])$/i.test(word.slice(0, -value.length)))

/** Returns the requests that carry an issued token, each with that token; the longest that matches. */
export const withToken = (reading: Reading) =>
  reading.calls.flatMap((call) => {
    if (call.at === 'other' || call.kind === 'login' || call.kind === 'second-step') return []
    const given = latest(reading.tokens, call)
      .filter(({ text: one }) => headersWith(reading, call, one).length > 0)
      .toSorted((a, b) => b.text.length - a.text.length)[0]
    return given ? [{ call, given }] : []
  })

/** Returns the lists requested with a bearer token, in a scenario. */
const behindBearer = inScenario(({ calls, played }) =>
  calls.filter(
    ({ scheme, kind, operation = -1 }) =>
      kind === 'list' &&
      /^bearer$/i.test(scheme ?? '') &&
      /^(token|mfa)$/.test(played.operations[operation]?.method ?? ''),
  ),
)

/** Judges the last list of a scenario, if the ones before it succeeded. */
const lastList = (reading: Reading) => {
  const lists = listsOf(reading)
  const last = lists.at(-1)
  return last && lists.length > 1 && lists.slice(0, -1).every((one) => isFine(reading, one))
    ? [succeeded(reading, last)]
    : []
}

const privateToken = ({ played }: Reading) => played.identities.privateToken.token

/** Returns the requests that carry the private token. */
export const withPrivateToken = (reading: Reading) =>
  reading.calls.filter(
    (call) => call.at === 'api' && headersWith(reading, call, privateToken(reading)).length > 0,
  )

const byPrivateToken = ({ calls, played }: Reading) =>
  calls.filter(
    ({ operation = -1, at }) => at === 'api' && played.operations[operation]?.method === 'private-token',
  )

/** Without those that follow a list that went wrong: a client may then log in instead. */
const beforeFailure = (reading: Reading) =>
  byPrivateToken(reading).filter(
    ({ operation, number }) =>
      !reading.calls.some(
        (list) => list.operation === operation && list.number < number && list.disturbed !== undefined,
      ),
  )

const behindToken = (reading: Reading) =>
  byPrivateToken(reading).filter(({ scheme, kind }) => kind === 'list' && /^token$/i.test(scheme ?? ''))

export const tokenObligations = [
  obligation('client.token-bearer', {
    judge: (reading) =>
      withToken(reading).map(({ call, given }) =>
        demand(
          call.credential === given.text && /^bearer$/i.test(call.scheme ?? ''),
          call,
          'Authorization: Bearer, and the token',
          () => {
            const [name = ''] = headersWith(reading, call, given.text)[0] ?? []
            return /^authorization$/i.test(name)
              ? `the scheme word is ${call.credential === given.text ? call.scheme : 'missing, or more is sent than the token'}`
              : `the token is sent in the header ${name}`
          },
        ),
      ),
  }),
  ofEach('client.token-exact', behindBearer, {
    wanted: 'a token as the server gave it',
    holds: (call, { tokens }) =>
      tokens.some((one) => one.by.number < call.number && one.text === call.credential),
    got: (_, { tokens }) => (tokens.length === 0 ? 'no token had been given' : 'it was changed on the way'),
  }),
  obligation('client.token-own-account', {
    scenarios: ['other-account', 'hour-token', 'hour-mfa', 'revoked-token', 'revoked-mfa'],
    judge: (reading) =>
      // A client may log out of one account as it changes to another.
      listsOf(reading).map((list) => {
        const owner = list.method === 'mfa' ? 'mfa' : 'plain'
        const sent = withToken(reading).filter(({ call }) => call.operation === list.index)
        const own = sent.filter(({ given }) => given.owner === undefined || given.owner === owner)
        // Another request may have been under way when the account changed.
        if (own.length > 0) return kept(...own.map(({ call }) => call))
        return sent[0]
          ? broken(
              'a token of the account in use',
              'the token is of the account that was in use before',
              sent[0].call,
            )
          : undefined
      }),
  }),
  obligation('client.token-reused', {
    scenarios: ['plain-token', 'plain-mfa', 'hour-token', 'hour-mfa'],
    judge: (reading) => {
      const [first, second] = listsOf(reading)
      if (!first || !second || !isFine(reading, first) || !isFine(reading, second)) return []
      if (callsOf(reading, second).length === 0) return []
      const isSince = ({ operation = 0 }: Call) => operation > first.index && operation <= second.index
      const login = reading.calls.find((call) => call.kind === 'login' && isSince(call))
      const isLater = reading.played.operations[second.index - 1]?.operation.op === 'advance'
      const isAhead = login !== undefined && login.operation !== second.index
      return [
        login
          ? broken(
              'no login while the token is valid',
              isAhead
                ? 'as ten minutes passed, the client logged in'
                : `the second list${isLater ? ', ten minutes later,' : ''} began with a login`,
              login,
            )
          : kept(...callsOf(reading, second)),
      ]
    },
  }),
  obligation('client.token-after-hour', {
    outcome: true,
    scenarios: ['hour-token', 'hour-mfa'],
    judge: lastList,
  }),
  obligation('client.token-after-rejection', {
    outcome: true,
    scenarios: ['revoked-token', 'revoked-mfa'],
    judge: lastList,
  }),
  obligation('client.no-endless-login', {
    scenarios: [
      ...['token', 'mfa', 'session'].map((method) => `list-rejected-${method}`),
      ...['token', 'session'].map((method) => `list-rejected-by-200-${method}`),
    ],
    judge: (reading) => listsOf(reading).map((list) => threeLoginsAtMost(reading, list)),
  }),
  ofEach('client.private-token-scheme', withPrivateToken, {
    wanted: 'Authorization: Token, and the private token',
    holds: ({ credential, scheme }, reading) =>
      credential === privateToken(reading) && /^token$/i.test(scheme ?? ''),
    got: (call, reading) => {
      const [name = ''] = headersWith(reading, call, privateToken(reading))[0] ?? []
      if (call.credential === privateToken(reading)) return `the scheme word is ${call.scheme}`
      return /^authorization$/i.test(name)
        ? 'more is sent than the private token'
        : `it is sent in the header ${name}`
    },
  }),
  ofEach('client.private-token-exact', behindToken, {
    wanted: 'the private token as it was given',
    holds: ({ credential }, reading) => credential === privateToken(reading),
    got: () => 'it was changed on the way',
  }),
  ofEach('client.private-token-alone', beforeFailure, {
    wanted: 'neither a login nor a second step beside a private token',
    holds: ({ kind }) => kind !== 'login' && kind !== 'second-step',
    got: (call) => `${place(call)} was sent`,
  }),
  ofEach('client.private-token-not-requested', byPrivateToken, {
    wanted: 'no request for a private token',
    holds: ({ path, kind, request }) =>
      Object.values(listPath).includes(path) ||
      (kind !== 'other' && kind !== 'page') ||
      !/token/i.test(request.target + text(request.body)),
    got: (call) => `${place(call)} was sent`,
  }),
  obligation('client.private-token-permanent', {
    outcome: true,
    scenarios: ['year-private-token'],
    judge: lastList,
  }),
]
