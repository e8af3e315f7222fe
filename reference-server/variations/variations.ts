import type { Variation } from '../change.ts'
import { challengeVariations } from './challenge.ts'
import { familyVariations } from './families.ts'
import { jumpserverVariations } from './jumpserver.ts'
import { limitVariations } from './limits.ts'
import { listVariations } from './list.ts'
import { loginVariations } from './login.ts'
import { nameVariations } from './names.ts'
import { oneTimeCodeVariations } from './one-time-codes.ts'
import { operatorVariations } from './operator.ts'
import { pageVariations } from './pages.ts'
import { refusalVariations } from './refusals.ts'
import { seedVariations } from './seeds.ts'
import { sessionVariations } from './session.ts'
import { signatureVariations } from './signature.ts'
import { tokenVariations } from './token.ts'
import { transportVariations } from './transport.ts'

/** Every variation. One file per topic; a name is unique over all of them. */
export const variations: readonly Variation[] = [
  ...loginVariations,
  ...nameVariations,
  ...refusalVariations,
  ...challengeVariations,
  ...seedVariations,
  ...oneTimeCodeVariations,
  ...tokenVariations,
  ...operatorVariations,
  ...signatureVariations,
  ...familyVariations,
  ...listVariations,
  ...transportVariations,
  ...sessionVariations,
  ...pageVariations,
  ...limitVariations,
  ...jumpserverVariations,
]
