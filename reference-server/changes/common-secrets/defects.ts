import type { Defect } from '../change.ts'
import { acceptOfMfa, acceptOfPlain } from '../login/passwords.ts'
import { orAnotherSecret } from '../shared/also-valid-for.ts'
import { isCall } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'

const wrongPassword = breaking(must('login.wrong-password'))
const wrongSecret = breaking(must('signature.wrong-secret'))

/** Passwords and key secrets of an installation that work in addition to those of the account. */
export const commonSecretDefects: Record<string, Defect> = {
  'password-changeme-on-older-family': wrongPassword(
    'A JSON login on the older path family accepts "changeme", the password for the first login.',
    acceptOfPlain(isCall('login', 'users-v1', 'json'), (sent) => sent === 'changeme'),
  ),
  'password-user-name-on-older-family': wrongPassword(
    'A JSON login on the older path family accepts the username as password, as for new accounts.',
    acceptOfPlain(isCall('login', 'users-v1', 'json'), (sent, _valid, username) => sent === username),
  ),
  'password-123456-in-newer-forms': wrongPassword(
    'A form-encoded login on the newer path family accepts "123456", a leftover from tests.',
    acceptOfPlain(isCall('login', 'v1', 'form'), (sent) => sent === '123456'),
  ),
  'challenge-for-password-admin-on-newer-family': breaking(must('mfa.wrong-password-no-challenge'))(
    'The newer path family also challenges an account with a second factor for the password "admin".',
    acceptOfMfa(isCall('login', 'v1'), (sent) => sent === 'admin'),
  ),
  'signature-with-secret-changeme-on-older-list': wrongSecret(
    'The older list accepts signatures made with the secret "changeme" of the example configuration.',
    orAnotherSecret('users-v1', () => ['changeme']),
  ),
  'signature-with-user-name-as-secret-on-newer-list': wrongSecret(
    'The newer list accepts signatures made with the username instead of the secret.',
    orAnotherSecret('v1', ({ username }) => [username]),
  ),
}
