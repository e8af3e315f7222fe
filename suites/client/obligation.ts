import { text, type Call, type Reading } from '../../harness/client-judge/read-calls.ts'
import type { PlayedOperation } from '../../harness/client-judge/played.ts'
import type { Obligation } from '../../harness/client-judge/judged.ts'
import { headersOf } from '../../harness/client-judge/recorded.ts'
import { header as headerIn } from '../../harness/wire/exchange.ts'
import type { ClientRuleId } from './catalogue/index.ts'

export type { Call, Reading }

/** Creates an obligation that belongs to a rule. A misspelt id doesn't compile. */
export const obligation = (rule: ClientRuleId, rest: Omit<Obligation, 'rule'>): Obligation => ({
  rule,
  ...rest,
})

export const kept = (...calls: Call[]) => ({ kept: true as const, calls })
/** The client broke the obligation: what was expected, and what it sent instead. */
export const broken = (wanted: string, got: string, ...calls: Call[]) => ({ wanted, got, calls })

export const demand = (holds: boolean, call: Call, wanted: string, got: () => string) =>
  holds ? kept(call) : broken(wanted, got(), call)

/** An obligation of each of these calls, with what is expected of it. */
export const ofEach = (
  rule: ClientRuleId,
  calls: (reading: Reading) => Call[],
  expected: {
    wanted: string | ((call: Call, reading: Reading) => string)
    holds: (call: Call, reading: Reading) => boolean
    got: (call: Call, reading: Reading) => string
  },
): Obligation =>
  obligation(rule, {
    judge: (reading) =>
      calls(reading).map((call) => {
        const { wanted } = expected
        return demand(
          expected.holds(call, reading),
          call,
          typeof wanted === 'string' ? wanted : wanted(call, reading),
          () => expected.got(call, reading),
        )
      }),
  })

/** True for a request of a scenario of ours, not of a client's own tests. */
export const isScenario = ({ played }: Reading): boolean => played.kind === 'scenario'

/** Nothing in a client's own tests. */
export const inScenario =
  <T>(judged: (reading: Reading) => T[]) =>
  (reading: Reading): T[] =>
    isScenario(reading) ? judged(reading) : []

/** Returns the calls made during an operation. */
export const callsOf = ({ calls }: Reading, { index }: PlayedOperation): Call[] =>
  calls.filter(({ operation }) => operation === index)

/** Returns the list operations that the line protocol requested. */
export const listsOf = ({ played }: Reading): PlayedOperation[] =>
  played.operations.filter(({ operation }) => operation.op === 'list')

/** True for a login by the API or by the web page. */
export const isLogin = ({ kind, request }: Call): boolean =>
  kind === 'login' || (kind === 'page' && request.method === 'POST')

/** True if the same is sent again to where its answer leads: HTTP allows that after a 302. */
function wasSentOn({ request }: Call, before: Call | undefined): boolean {
  const location = before?.answer?.headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  return before?.request.method === request.method && location?.endsWith(request.target) === true
}

/** Expects three logins at most during an operation; undefined if there was none. */
export function threeLoginsAtMost(reading: Reading, operation: PlayedOperation) {
  const sent = callsOf(reading, operation).filter(
    (call, at, all) => isLogin(call) && !wasSentOn(call, all[at - 1]),
  )
  const last = sent.at(-1)
  if (!last) return undefined
  return sent.length <= 3 ? kept(...sent) : broken('three logins at most', `${sent.length} were sent`, last)
}

/** False for what only looks whether the server is there. */
export const isWithCredential = (call: Call): boolean =>
  call.scheme !== undefined || call.sessionIds.length > 0 || isLogin(call) || call.kind === 'second-step'

export const header = ({ request }: Call, name: string): string | undefined => headerIn(request.headers, name)

/** Returns all values of a header that may be sent several times, joined to the one that they stand for (RFC 9110, section 5.3). */
export function allOf({ request }: Call, name: string): string | undefined {
  const values = headersOf(request.headers, name)
  return values.length === 0 ? undefined : values.join(', ')
}

/** `POST /api/v1/authentication/auth/` */
export const place = ({ request }: Call): string => `${request.method} ${request.target}`

export const everything = ({ request }: Call): string =>
  [request.target, ...request.headers.flat(), text(request.body)].join('\n')

export const isOrMissing = (value: string | undefined): string =>
  value === undefined ? 'there is none' : `it is ${value}`

/** The media type of the body; all of them if the header is sent with several, of which each server takes another. */
export const essence = ({ request }: Call): string => {
  const types = headersOf(request.headers, 'content-type').map((one) => one.replace(/;[^]*/, '').trim())
  return [...new Set(types.map((one) => one.toLowerCase()))].join(', ')
}
