import type { MfaAccount } from '../../harness/engine/tools.ts'
import { isSameCode } from '../wrong-values/legal-equals.ts'

/** Steps on either side whose codes no server takes: twenty, as for every wrong code of the suite. */
export function isAnyCode({ codeAt }: MfaAccount, text: string): boolean {
  for (let step = -20; step <= 20; step++) if (isSameCode(text, codeAt(step))) return true
  return false
}
