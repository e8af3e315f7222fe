import type { Call } from '../../common/call.ts'
import { wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'

/** Grants the logins that `which` picks a token without a second step. */
export function skipWhere(parts: Parts, which: (call: Call) => boolean): void {
  wrap(parts, 'needsSecondStep', (needs) => (account, call) => needs(account, call) && !which(call))
}
