import type { Methods } from '../../server/method.ts'
import { type Apply, type Lists, wrappingOn } from '../change.ts'
import { Problem } from '../../server/problems.ts'
import { methodOf } from './method-of.ts'

/** Makes a list accept only the queries that `isTaken` allows for a method. */
export function queriesTaken(
  lists: Lists,
  isTaken: (query: string, method: keyof Methods | 'other' | undefined) => boolean,
): Apply {
  return wrappingOn(lists, 'authenticate', (of) => (call) => {
    const query = call.target.split('?')[1]
    const isRefused = call.operation === 'list' && query !== undefined && !isTaken(query, methodOf(call))
    if (isRefused) throw new Problem('malformed', 'the list does not take this query')
    return of(call)
  })
}
