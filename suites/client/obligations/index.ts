import type { Obligation } from '../../../harness/client-judge/judged.ts'
import { challengeObligations } from './challenge.ts'
import { freedomObligations } from './freedom.ts'
import { loginObligations } from './login.ts'
import { sessionObligations } from './session.ts'
import { signatureObligations } from './signature.ts'
import { tokenObligations } from './token.ts'

/** How each rule is judged. */
export const obligations: readonly Obligation[] = [
  ...loginObligations,
  ...challengeObligations,
  ...tokenObligations,
  ...signatureObligations,
  ...sessionObligations,
  ...freedomObligations,
]
