import type { ClientDefect } from '../defect.ts'
import { challengeDefects } from './challenge.ts'
import { freedomDefects } from './freedom.ts'
import { loginDefects } from './login.ts'
import { requestDefects } from './requests.ts'
import { signatureDefects } from './signature.ts'
import { tokenDefects } from './token.ts'

/** Every planted defect of the reference client; each name is unique among them. */
export const clientDefects: readonly ClientDefect[] = [
  ...loginDefects,
  ...challengeDefects,
  ...tokenDefects,
  ...signatureDefects,
  ...requestDefects,
  ...freedomDefects,
]
