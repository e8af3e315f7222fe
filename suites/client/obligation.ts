import type { Call, Reading } from '../../harness/client-judge/read-calls.ts'
import type { PlayedOperation } from '../../harness/client-judge/played.ts'
import type { Obligation } from '../../harness/client-judge/judge.ts'
import type { ClientRuleId } from './catalogue/index.ts'

export type { Judged } from '../../harness/client-judge/judge.ts'
export type { Call, Reading }

/** One obligation, with the rule that it belongs to. A misspelt id does not compile. */
export const obligation = (rule: ClientRuleId, rest: Omit<Obligation, 'rule'>): Obligation => ({
  rule,
  ...rest,
})

/** Kept: the exchange shows it. */
export const kept = (...calls: Call[]) => ({ kept: true as const, calls })
/** Broken: what was wanted, and what was sent in its place. */
export const broken = (wanted: string, got: string, ...calls: Call[]) => ({ wanted, got, calls })

/** `wanted` unless the condition holds. */
export const demand = (holds: boolean, call: Call, wanted: string, got: () => string) =>
  holds ? kept(call) : broken(wanted, got(), call)

/** Calls made while an operation was under way. */
export const callsOf = ({ calls }: Reading, { index }: PlayedOperation): Call[] =>
  calls.filter(({ operation }) => operation === index)

/** The lists that were asked for by the line protocol. */
export const listsOf = ({ played }: Reading): PlayedOperation[] =>
  played.operations.filter(({ operation }) => operation.op === 'list')

export const header = ({ request }: Call, name: string): string | undefined =>
  request.headers.find(([field]) => field.toLowerCase() === name)?.[1]

/** `POST /api/v1/authentication/auth/` */
export const place = ({ request }: Call): string => `${request.method} ${request.target}`

export const essence = (call: Call): string =>
  /^[^;]*/
    .exec(header(call, 'content-type') ?? '')?.[0]
    .trim()
    .toLowerCase() ?? ''
