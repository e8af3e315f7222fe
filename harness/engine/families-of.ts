import { families, type Family } from '../facts/families.ts'
import type { Traced } from '../run/trace.ts'

const folder: Record<Family, string> = { 'users-v1': '/api/users/v1/', v1: '/api/v1/' }

/** The path families of a case's judged requests, or of all its requests if none is kept as judged. */
export function familiesOf(exchanges: readonly Traced[]): Family[] {
  const judged = exchanges.filter(({ role }) => role === 'judged')
  const targets = (judged.length > 0 ? judged : exchanges).map(
    ({ exchange, failure }) => (exchange ?? failure)?.request.target ?? '',
  )
  return families.filter((family) => targets.some((target) => target.includes(folder[family])))
}
