import type { Variation } from '../change.ts'
import { listVariations } from './list.ts'
import { loginVariations } from './login.ts'
import { mfaVariations } from './mfa.ts'
import { serverVariations } from './server.ts'
import { signatureVariations } from './signature.ts'
import { tokenVariations } from './token.ts'

/** Every variation. One file per topic; a name is unique over all of them. */
export const variations: readonly Variation[] = [
  ...loginVariations,
  ...mfaVariations,
  ...tokenVariations,
  ...signatureVariations,
  ...listVariations,
  ...serverVariations,
]
