import { type Defect, type Named, named } from './change.ts'
import { anonymousDefects } from './anonymous/defects.ts'
import { otherTargetDefects } from './anonymous/other-targets.ts'
import { otherWayDefects } from './anonymous/other-ways.ts'
import { listRaceDefects } from './anonymous/races.ts'
import { commonSecretDefects } from './common-secrets/defects.ts'
import { loginAnswerDefects } from './login/answers.ts'
import { loginCounterDefects } from './login/counters.ts'
import { loginDefects } from './login/defects.ts'
import { lookupDefects } from './login/lookups.ts'
import { otherLoginDefects } from './login/other-requests.ts'
import { passwordDefects } from './login/passwords.ts'
import { loginRaceDefects } from './login/races.ts'
import { bypassDefects } from './mfa/bypasses.ts'
import { challengeDefects } from './mfa/challenge.ts'
import { codeDefects } from './mfa/codes.ts'
import { mfaDefects } from './mfa/defects.ts'
import { mfaLookupDefects } from './mfa/lookups.ts'
import { codeNumberDefects } from './mfa/numbers.ts'
import { otherNameDefects } from './mfa/other-names.ts'
import { otherRequestDefects } from './mfa/other-requests.ts'
import { otherTargetMfaDefects } from './mfa/other-targets.ts'
import { otpUrlDefects } from './mfa/otp-url.ts'
import { publicValueDefects } from './mfa/public-values.ts'
import { secondStepDefects } from './mfa/second-step.ts'
import { seedDefects } from './mfa/seeds.ts'
import { privateTokenDefects } from './private-token/defects.ts'
import { operatorTokenDefects } from './private-token/operator.ts'
import { referencePageDefects } from './reference-pages/defects.ts'
import { refusalDefects } from './refusal/defects.ts'
import { longTextDefects } from './refusal/long-texts.ts'
import { oddTextDefects } from './refusal/odd-texts.ts'
import { sessionDefects } from './session/defects.ts'
import { rememberingDefects } from './shared/remembering.ts'
import { secondAnswerDefects } from './shared/second-answers.ts'
import { statefulDefects } from './shared/stateful.ts'
import { signatureAcceptanceDefects } from './signature/acceptance.ts'
import { signatureBindingDefects } from './signature/binding.ts'
import { signatureComparisonDefects } from './signature/comparison.ts'
import { signatureDraftDefects } from './signature/draft.ts'
import { forwardedSignatureDefects } from './signature/forwarded.ts'
import { signatureKeyDefects } from './signature/keys.ts'
import { signatureLabelDefects } from './signature/labels.ts'
import { unkeyedSignatureDefects } from './signature/unkeyed.ts'
import { acrossWaysDefects } from './token/across-ways.ts'
import { tokenDefects } from './token/defects.ts'
import { tokenElsewhereDefects } from './token/elsewhere.ts'
import { tokenHourDefects } from './token/hour.ts'
import { tokenLifeDefects } from './token/life.ts'
import { otherMethodTokenDefects } from './token/other-methods.ts'
import { usersDefects } from './users/defects.ts'
import { listLookupDefects } from './users/list-lookups.ts'
import { otherClientDefects } from './users/other-clients.ts'

/** Every defect, from one file per topic; each name is unique among them. */
export const defects: readonly Named<Defect>[] = [
  loginDefects,
  passwordDefects,
  lookupDefects,
  otherLoginDefects,
  loginAnswerDefects,
  commonSecretDefects,
  loginCounterDefects,
  loginRaceDefects,
  mfaDefects,
  bypassDefects,
  challengeDefects,
  otpUrlDefects,
  seedDefects,
  codeDefects,
  secondStepDefects,
  mfaLookupDefects,
  codeNumberDefects,
  otherNameDefects,
  otherRequestDefects,
  otherTargetMfaDefects,
  publicValueDefects,
  tokenDefects,
  tokenHourDefects,
  tokenLifeDefects,
  acrossWaysDefects,
  otherMethodTokenDefects,
  tokenElsewhereDefects,
  privateTokenDefects,
  operatorTokenDefects,
  signatureAcceptanceDefects,
  signatureKeyDefects,
  unkeyedSignatureDefects,
  signatureComparisonDefects,
  signatureLabelDefects,
  signatureBindingDefects,
  forwardedSignatureDefects,
  signatureDraftDefects,
  sessionDefects,
  anonymousDefects,
  otherWayDefects,
  otherTargetDefects,
  listRaceDefects,
  listLookupDefects,
  rememberingDefects,
  usersDefects,
  otherClientDefects,
  referencePageDefects,
  refusalDefects,
  oddTextDefects,
  longTextDefects,
  secondAnswerDefects,
  statefulDefects,
].flatMap(named)
