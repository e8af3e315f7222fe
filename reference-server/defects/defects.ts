import type { Defect } from '../change.ts'
import { anonymousDefects } from './anonymous.ts'
import { commonSecretDefects } from './common-secrets.ts'
import { listLookupDefects } from './list-lookups.ts'
import { loginDefects } from './login.ts'
import { loginCounterDefects } from './login-counters.ts'
import { loginRaceDefects } from './login-races.ts'
import { mfaDefects } from './mfa.ts'
import { privateTokenDefects } from './private-token.ts'
import { referencePageDefects } from './reference-pages.ts'
import { refusalDefects } from './refusal.ts'
import { rememberingDefects } from './remembering.ts'
import { secondAnswerDefects } from './second-answers.ts'
import { sessionDefects } from './session.ts'
import { signatureDefects } from './signature.ts'
import { statefulDefects } from './stateful.ts'
import { tokenDefects } from './token.ts'
import { usersDefects } from './users.ts'

/** Every defect. One file per topic; a name is unique over all of them. */
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
  ...listLookupDefects,
  ...rememberingDefects,
  ...usersDefects,
  ...referencePageDefects,
  ...refusalDefects,
  ...secondAnswerDefects,
  ...statefulDefects,
]
