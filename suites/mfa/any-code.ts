import type { MfaAccount } from '../../harness/engine/case/tools.ts'
import { isSameCode } from '../wrong-values/legal-equals.ts'

/**
 * True if the text is the code of a time step at most 20 away. No server looks that far, and every wrong code of the
 * suite keeps that distance.
 */
export function isAnyCode({ codeAt }: MfaAccount, text: string): boolean {
  for (let step = -20; step <= 20; step++) if (isSameCode(text, codeAt(step))) return true
  return false
}
