import { type Named, type Variation, named } from './change.ts'
import { challengeVariations } from './mfa/challenge-variations.ts'
import { familyVariations } from './server/families.ts'
import { jumpserverVariations } from './jumpserver/jumpserver.ts'
import { limitVariations } from './server/limits.ts'
import { listVariations } from './users/variations.ts'
import { loginVariations } from './login/variations.ts'
import { nameVariations } from './login/names.ts'
import { oneTimeCodeVariations } from './mfa/variations.ts'
import { operatorVariations } from './private-token/variations.ts'
import { pageVariations } from './reference-pages/variations.ts'
import { refusalVariations } from './refusal/variations.ts'
import { seedVariations } from './mfa/seed-variations.ts'
import { sessionVariations } from './session/variations.ts'
import { signatureVariations } from './signature/variations.ts'
import { tokenVariations } from './token/variations.ts'
import { traceContextVariations } from './server/trace-context.ts'
import { transportVariations } from './server/transport.ts'

/** Every variation, from one file per topic; each name is unique among them. */
export const variations: readonly Named<Variation>[] = [
  loginVariations,
  nameVariations,
  refusalVariations,
  challengeVariations,
  seedVariations,
  oneTimeCodeVariations,
  tokenVariations,
  operatorVariations,
  signatureVariations,
  familyVariations,
  listVariations,
  transportVariations,
  traceContextVariations,
  sessionVariations,
  pageVariations,
  limitVariations,
  jumpserverVariations,
].flatMap(named)
