import type { ClientDefect } from '../defect.ts'
import { challengeDefects } from './challenge.ts'
import { escapingDefects } from './escaping.ts'
import { freedomDefects } from './freedom.ts'
import { loginDefects } from './login.ts'
import { recoveryDefects } from './recovery.ts'
import { requestDefects } from './requests.ts'
import { signatureDefects } from './signature.ts'
import { tokenDefects } from './token.ts'
import { staleDefects } from './stale.ts'
import { transportDefects } from './transport.ts'

/** Every planted defect of the reference client; each name is unique among them. */
export const clientDefects: readonly ClientDefect[] = [
  ...loginDefects,
  ...escapingDefects,
  ...challengeDefects,
  ...tokenDefects,
  ...signatureDefects,
  ...requestDefects,
  ...freedomDefects,
  ...recoveryDefects,
  ...staleDefects,
  ...transportDefects,
]

const atEitherLogin = [
  'login-must-be-200',
  'login-knows-one-field',
  'token-must-look-like-one',
  'same-token-unexpected',
  'rejection-must-be-401',
  'login-failure-is-empty-list',
  'wrong-password-tried-on',
  'two-logins-for-each-list-at-first',
  'failed-login-kept',
]

/** Faults that have to show as well if a second factor is the only method that the client supports. */
export const defectsByMfaAlone: readonly ClientDefect[] = atEitherLogin.map((name) => {
  const found = clientDefects.find((one) => one.name === name)
  if (!found) throw new Error(`there is no client defect ${name}`)
  return found
})
