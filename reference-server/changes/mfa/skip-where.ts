import type { Call } from '../../common/call.ts'
import { type Apply, wrapping } from '../change.ts'

/** Grants the logins that `which` picks a token without a second step. */
export function skipWhere(which: (call: Call) => boolean): Apply {
  return wrapping('needsSecondStep', (needs) => (account, call) => needs(account, call) && !which(call))
}
