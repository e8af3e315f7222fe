import type { ReportedCase, ReportedRequirement } from './report.ts'

/** The four methods of the specification, in its order, and requests without any. */
export const METHODS = [
  'Session',
  'Token',
  'Private token',
  'Access key signature',
  'No credentials',
] as const
export type Method = (typeof METHODS)[number]

/** The name of the authentication method that a topic of the catalogue is about. */
export function methodOf(topic: string): string {
  return BY_TOPIC[topic] ?? 'All methods'
}

const BY_TOPIC: Record<string, Method> = {
  login: 'Token',
  mfa: 'Token',
  token: 'Token',
  'private-token': 'Private token',
  signature: 'Access key signature',
  session: 'Session',
}

// How a case's id names a method, if its topic is about all of them.
const WORDS: readonly [Method, RegExp][] = [
  ['Session', /session|cookie/],
  ['Private token', /private-token/],
  ['Token', /(?<!private-)\btokens?\b|\blogin\b/],
  ['Access key signature', /signature|unknown-key|key-id|base64|unclosed-quote/],
]

/** The methods that a case is about; a case that compares two is about both. */
export function methodsOf({ topic }: ReportedRequirement, { id }: ReportedCase): Method[] {
  const method = BY_TOPIC[topic]
  if (method !== undefined) return [method]
  const named = WORDS.filter(([, words]) => words.test(id)).map(([name]) => name)
  if (named.length > 0) return named
  return /anonymous|no-credentials|authorization/.test(id) ? ['No credentials'] : []
}
