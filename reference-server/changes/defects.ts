import type { Defect } from './change.ts'
import { anonymousDefects } from './anonymous/defects.ts'
import { listRaceDefects } from './anonymous/races.ts'
import { otherTargetDefects } from './anonymous/other-targets.ts'
import { otherWayDefects } from './anonymous/other-ways.ts'
import { commonSecretDefects } from './common-secrets/defects.ts'
import { listLookupDefects } from './users/list-lookups.ts'
import { loginDefects } from './login/defects.ts'
import { loginCounterDefects } from './login/counters.ts'
import { loginRaceDefects } from './login/races.ts'
import { mfaDefects } from './mfa/defects.ts'
import { privateTokenDefects } from './private-token/defects.ts'
import { referencePageDefects } from './reference-pages/defects.ts'
import { refusalDefects } from './refusal/defects.ts'
import { rememberingDefects } from './shared/remembering.ts'
import { secondAnswerDefects } from './shared/second-answers.ts'
import { sessionDefects } from './session/defects.ts'
import { signatureDefects } from './signature/defects.ts'
import { statefulDefects } from './shared/stateful.ts'
import { tokenDefects } from './token/defects.ts'
import { otherClientDefects } from './users/other-clients.ts'
import { usersDefects } from './users/defects.ts'

/** Every defect, from one file per topic; each name is unique among them. */
export const defects: readonly Defect[] = [
  ...loginDefects,
  ...commonSecretDefects,
  ...loginCounterDefects,
  ...loginRaceDefects,
  ...mfaDefects,
  ...tokenDefects,
  ...privateTokenDefects,
  ...signatureDefects,
  ...sessionDefects,
  ...anonymousDefects,
  ...otherWayDefects,
  ...otherTargetDefects,
  ...listRaceDefects,
  ...listLookupDefects,
  ...rememberingDefects,
  ...usersDefects,
  ...otherClientDefects,
  ...referencePageDefects,
  ...refusalDefects,
  ...secondAnswerDefects,
  ...statefulDefects,
]
