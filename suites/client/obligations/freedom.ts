import type { PlayedOperation } from '../../../harness/client-judge/played.ts'
import type { Recorded } from '../../../harness/client-judge/recorded.ts'
import type { ClientRuleId } from '../catalogue/index.ts'
import {
  broken,
  callsOf,
  isLogin,
  isWithCredential,
  kept,
  listsOf,
  obligation,
  type Call,
  type Reading,
} from '../obligation.ts'
import {
  again,
  alone,
  freedomClasses,
  rejections,
  roundsOf,
  together,
  type FreedomClass,
} from '../scenarios/freedom-classes.ts'
import { rejectedBy, retryAfterSeconds, withoutCodes } from '../scenarios/disturbed.ts'
import { disguisedRedirects } from '../scenarios/redirects.ts'
import { failed, isFine, requestsFor, succeeded } from '../outcomes.ts'

const allSucceed = (reading: Reading) => listsOf(reading).map((list) => succeeded(reading, list))

/** The client keeps working although the server differs in this one respect. */
const tolerates = (rule: ClientRuleId, ...scenarios: string[]) =>
  obligation(rule, { outcome: true, scenarios, judge: allSucceed })

/** The same, for a client that logs in again on a server that does not differ. */
const toleratesAfter = (after: ClientRuleId, rule: ClientRuleId, ...scenarios: readonly string[]) => ({
  ...tolerates(rule, ...scenarios),
  after,
})

/** True if the client sent nothing, or answered ok and did not request the list: looks show nothing. */
const isFromCache = (reading: Reading, list: PlayedOperation) =>
  (list.reply.kind === 'ok' ? requestsFor : callsOf)(reading, list).length === 0

/** The last list operation fails, and the client says so. */
const fails = (rule: ClientRuleId, ...scenarios: string[]) =>
  obligation(rule, {
    outcome: true,
    scenarios,
    judge: (reading) => {
      const [last, ...before] = listsOf(reading).toReversed()
      if (!last || !before.every((one) => isFine(reading, one))) return []
      // Without a request, what comes after a good list is that list, from a cache.
      return before.length > 0 && isFromCache(reading, last) ? [] : [failed(reading, last)]
    },
  })

/** The last list operation fails, and the client says so, if it tried to log in and found no other way to the list. */
const failsToLogIn = (rule: ClientRuleId, what: string, ...scenarios: string[]) =>
  obligation(rule, {
    outcome: true,
    scenarios,
    judge: (reading) => {
      const [last, ...before] = listsOf(reading).toReversed()
      // Whether a client logs in again is judged by client.token-after-rejection.
      if (!last || !callsOf(reading, last).some(({ disturbed }) => disturbed === what)) return []
      const outcome = succeeded(reading, last)
      const isListed = outcome !== undefined && 'kept' in outcome
      return !isListed && before.every((one) => isFine(reading, one)) ? [failed(reading, last)] : []
    },
  })

/** Returns the disturbed list operation, if the one before it succeeded. */
const secondLists = (reading: Reading) => {
  const [before, list] = listsOf(reading)
  return list && isFine(reading, before) ? [list] : []
}

const everyMethod = (name: string) =>
  ['token', 'mfa', 'private-token', 'signature', 'session'].map((method) => `${name}-${method}`)

/** The client keeps working although servers differ in this respect, among others or alone. */
function toleratesClass({ rule, methods, variations }: FreedomClass) {
  if (rule === undefined) return []
  const scenarios = methods.flatMap((method) => [
    ...variations.map((variation) => alone(variation, method)),
    ...Array.from({ length: roundsOf(method) }, (_, round) => [
      together(round, method),
      again(round, method),
    ]).flat(),
  ])
  const judge = (reading: Reading) => {
    const { scenario, variations: on, method } = reading.played
    if (method === undefined || !on.some((one) => variations.includes(one))) return []
    const judged = allSucceed(reading)
    const rounds = Array.from({ length: roundsOf(method) }, (_, round) => round)
    // After a server that differs in many ways, further situations show which difference was at fault. If none is on its
    // own, the first one counts for all.
    if (rounds.some((round) => scenario === together(round, method)))
      return judged.every((one) => one !== undefined && 'kept' in one) ? judged : []
    if (rounds.some((round) => scenario === again(round, method)))
      return rule === ruleOfFirst(on) ? judged : []
    return judged
  }
  return [obligation(rule, { outcome: true, scenarios, judge })]
}

const ruleOfFirst = (on: readonly string[]) =>
  freedomClasses.find(
    ({ rule, variations }) => rule !== undefined && on.some((one) => variations.includes(one)),
  )?.rule

/**
 * How many requests for this list may have waited for a connection when the 429 came: as many as were sent before it in this
 * situation, less those that were sent meanwhile.
 */
function stillQueued({ played }: Reading, asked: Call): number {
  const begunAt = played.operations[0]?.startedAt ?? 0
  const pathOf = ({ request }: Recorded) => request.target.split('?')[0]
  const alike = played.exchanges.filter(
    (one) =>
      pathOf(one) === pathOf(asked) &&
      one.request.method === asked.request.method &&
      one.sentAt >= begunAt &&
      one.sentAt <= asked.answeredAt,
  )
  const before = alike.filter(({ number }) => number < asked.number)
  return Math.max(0, before.length - (alike.length - before.length))
}

/** Returns the requests that came before Retry-After was over. Timers may end a moment early. */
const earlyAfter = ({ calls }: Reading, { answeredAt }: Call): Call[] =>
  calls.filter(
    (call) =>
      call.sentAt > answeredAt &&
      call.sentAt - answeredAt < retryAfterSeconds * 1000 - 50 &&
      isWithCredential(call),
  )

const tooEarly = (early: Call, { answeredAt }: Call) =>
  broken(
    `no request before ${retryAfterSeconds} s are over`,
    `one came after ${Math.round(early.sentAt - answeredAt)} ms`,
    early,
  )

export const freedomObligations = [
  ...freedomClasses.flatMap(toleratesClass),
  toleratesAfter('client.token-after-hour', 'client.tolerates-same-token', 'same-token', 'same-token-mfa'),
  toleratesAfter('client.token-after-rejection', 'client.tolerates-rejection', ...rejections),
  obligation('client.tolerates-rejection', {
    outcome: true,
    scenarios: ['login-rejects-void-tokens'],
    // Whether a client logs in again is judged by client.token-after-rejection.
    judge: (reading) =>
      listsOf(reading)
        .filter((list) => callsOf(reading, list).some(isLogin))
        .map((list) => succeeded(reading, list)),
  }),
  tolerates('client.tolerates-one-family', ...everyMethod('one-family')),
  fails(
    'client.fails-wrong-password',
    'wrong-password',
    'wrong-password-mfa',
    'wrong-password-session',
    'redirect-login',
  ),
  fails('client.fails-second-step', 'second-step-rejected', 'redirect-second-step'),
  fails(
    'client.fails-rejected-list',
    ...everyMethod('list-rejected'),
    ...everyMethod('redirect'),
    ...disguisedRedirects.flatMap(({ name, methods }) => methods.map((method) => `${name}-${method}`)),
    ...withoutCodes.flatMap((method) => rejectedBy.map((status) => `list-rejected-by-${status}-${method}`)),
  ),
  fails(
    'client.fails-server-error',
    ...everyMethod('server-error'),
    ...withoutCodes.map((method) => `server-error-with-list-${method}`),
  ),
  failsToLogIn(
    'client.fails-server-error',
    'a server error',
    'login-server-error',
    'login-server-error-mfa',
    'login-server-error-session',
    'second-step-server-error',
  ),
  failsToLogIn('client.fails-wrong-password', 'a rejection', 'login-rejected', 'login-rejected-mfa'),
  fails(
    'client.fails-garbage',
    ...everyMethod('garbage'),
    ...withoutCodes.map((method) => `no-body-${method}`),
  ),
  obligation('client.fails-cut', {
    outcome: true,
    scenarios: everyMethod('cut'),
    judge: (reading) =>
      secondLists(reading)
        .filter((list) => callsOf(reading, list).length > 0)
        .map((list) => (list.reply.kind === 'error' ? failed(reading, list) : succeeded(reading, list))),
  }),
  obligation('client.survives-one-error', {
    outcome: true,
    scenarios: everyMethod('one-error'),
    judge: (reading) => {
      const [before, , after] = listsOf(reading)
      return after && isFine(reading, before) ? [succeeded(reading, after)] : []
    },
  }),
  obligation('client.survives-one-error', {
    outcome: true,
    scenarios: ['login-error', 'login-error-mfa', 'login-error-session', 'second-step-cut'],
    judge: (reading) => {
      const [first, last] = listsOf(reading)
      const wasError = reading.calls.some(
        ({ disturbed, operation }) => /error|cut off/.test(disturbed ?? '') && operation === first?.index,
      )
      return last && wasError ? [succeeded(reading, last)] : []
    },
  }),
  obligation('client.waits-slow-response', {
    outcome: true,
    scenarios: everyMethod('slow'),
    judge: (reading) => {
      const [before, ...behind] = listsOf(reading)
      const wasSlow = reading.calls.some(({ disturbed }) => disturbed !== undefined)
      return wasSlow && isFine(reading, before) ? behind.map((list) => succeeded(reading, list)) : []
    },
  }),
  obligation('client.waits-retry-after', {
    outcome: true,
    scenarios: everyMethod('retry-after'),
    judge: (reading) => {
      const [list] = secondLists(reading)
      const asked = reading.calls.find(({ disturbed }) => disturbed !== undefined)
      if (!list || !asked) return []
      const early = earlyAfter(reading, asked)[stillQueued(reading, asked)]
      if (early) return [tooEarly(early, asked)]
      const outcome = succeeded(reading, list)
      return [
        outcome === undefined || 'kept' in outcome
          ? kept(asked)
          : broken(`the list, after ${retryAfterSeconds} s`, outcome.got, asked),
      ]
    },
  }),
  obligation('client.waits-retry-after', {
    outcome: true,
    scenarios: ['login-limited', 'login-limited-mfa', 'second-step-limited'],
    judge: (reading) => {
      const [list] = listsOf(reading)
      const asked = reading.calls.find(({ answer }) => answer?.status === 429)
      if (!list || !asked) return []
      // A client may take a limited second step for a rejected one, and log in again.
      const early = earlyAfter(reading, asked).find(
        ({ kind, fields }) => kind === asked.kind && fields['seed'] === asked.fields['seed'],
      )
      if (early) return [tooEarly(early, asked)]
      if (isFine(reading, list)) return [kept(asked)]
      // A client may leave it to its user whether to log in again.
      return list.reply.kind === 'ok' ? [failed(reading, list)] : []
    },
  }),
]
