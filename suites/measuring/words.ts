import { claimsJson, isSuccess, type Answer } from '../../harness/client/answer.ts'
import { currentCase } from '../../harness/run/current-case.ts'
import { listsUsers } from '../../harness/facts/user-list.ts'
import { header, type Exchange } from '../../harness/wire/exchange.ts'

/**
 * Describes an answer, with names of fields but never values: `401 application/json {error, msg}, WWW-Authenticate:
 * Bearer`.
 */
export function described(answer: Answer): string {
  const { response } = answer.exchange
  const challenge = header(response.headers, 'www-authenticate')
  const schemes = challenge === undefined ? '' : `, WWW-Authenticate: ${schemesOf(challenge)}`
  return `${response.status} ${bodyOf(answer)}${location(answer.exchange)}${schemes}`
}

function bodyOf(answer: Answer): string {
  const { headers, body } = answer.exchange.response
  if (body.length === 0) return 'without a body'
  const type = (header(headers, 'content-type') ?? 'of no type').split(';')[0] ?? ''
  return answer.json !== undefined && claimsJson(answer) ? `${type} ${shapeOf(answer.json)}` : type
}

/** The outline of a JSON value: `{error, msg}`, `[…]`, `a string`. */
export function shapeOf(json: unknown): string {
  if (Array.isArray(json)) return json.length === 0 ? '[]' : '[…]'
  if (json === null || typeof json !== 'object') return json === null ? 'null' : `a ${typeof json}`
  return `{${Object.keys(json).slice(0, 12).map(safeName).join(', ')}}`
}

/** Returns a name that the subject chose; anything but a plain word is hidden, since it may be a value. */
const safeName = (name: string): string => (/^[\w$.@-]{1,40}$/.test(name) ? name : '…')

const schemesOf = (challenge: string): string =>
  [...challenge.matchAll(/(?:^|,)\s*([A-Za-z][\w-]*)(?=\s|$)/g)].map(([, scheme]) => scheme).join(', ')

/** Returns where an answer redirects to, without the query. */
export function location({ response }: Exchange): string {
  const value = header(response.headers, 'location')
  return value === undefined ? '' : ` to ${value.split('?')[0]}`
}

/** Groups equal findings: `401 … (wrong code, wrong seed); 400 … (no seed)`. */
export function together(findings: readonly (readonly [what: string, found: string])[]): string {
  const groups = new Map<string, string[]>()
  for (const [what, found] of findings) groups.set(found, [...(groups.get(found) ?? []), what])
  return [...groups].map(([found, whats]) => `${found} (${whats.join(', ')})`).join('; ')
}

/** True if an answer lists users. */
export function opens(answer: Answer): boolean {
  const { family, json } = answer
  if (!isSuccess(answer)) return false
  return (
    listsUsers(json) || (family !== undefined && currentCase().run.lists.leak(family, json, '') !== undefined)
  )
}

export const acceptedOr = (answer: Answer): string =>
  opens(answer) ? 'accepted' : `rejected with ${described(answer)}`

/** Puts several findings into words: what was accepted, then what was rejected. */
export function acceptedAndRejected(
  findings: readonly (readonly [what: string, accepted: boolean])[],
): string {
  const those = (wanted: boolean) =>
    findings.filter(([, accepted]) => accepted === wanted).map(([what]) => what)
  const parts = [
    ['accepted', those(true)],
    ['rejected', those(false)],
  ] as const
  return parts
    .filter(([, names]) => names.length > 0)
    .map(([word, names]) => `${word}: ${names.join(', ')}`)
    .join('; ')
}
