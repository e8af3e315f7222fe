import type { Methods } from '../../server/authentication/method.ts'
import type { Call } from '../../common/call.ts'
import { wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { Malformed } from '../../server/problems.ts'
import { methodOf } from '../shared/method-of.ts'

/** Makes a list accept only the queries that `isTaken` allows for a method. */
export function queriesTaken(
  parts: Parts,
  isTaken: (query: string, method: keyof Methods | 'other' | undefined) => boolean,
): void {
  wrap(parts, 'authenticate', (of) => (call: Call) => {
    const query = call.target.split('?')[1]
    const isRefused = call.operation === 'list' && query !== undefined && !isTaken(query, methodOf(call))
    if (isRefused) throw new Malformed('the list does not take this query')
    return of(call)
  })
}
