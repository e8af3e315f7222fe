import type { Call } from '../../common/call.ts'
import type { PathFamily } from '../../common/choices.ts'
import { type Apply, wrapping } from '../change.ts'
import { isCall } from '../shared/alter-answers.ts'

/** Grants the logins that `which` picks a token without a second step. */
export function skipWhere(which: (call: Call) => boolean): Apply {
  return wrapping('needsSecondStep', (needs) => (account, call) => needs(account, call) && !which(call))
}

/** Does so on one path family. */
export const skipOn = (family: PathFamily, which: (call: Call) => boolean): Apply =>
  skipWhere((call) => isCall('login', family)(call) && which(call))
