import type { Defect } from '../change.ts'
import { acceptOfMfa, acceptOfPlain } from '../login/passwords.ts'
import { orAnotherSecret } from '../shared/also-valid-for.ts'
import { isCall } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'

const wrongPassword = breaking(must('login.wrong-password'))
const wrongSecret = breaking(must('signature.wrong-secret'))

/** Passwords and key secrets of an installation that work in addition to those of the account. */
export const commonSecretDefects: Defect[] = [
  wrongPassword(
    'password-changeme-on-older-family',
    'A JSON login on the older path family accepts "changeme", the password for the first login.',
    acceptOfPlain(isCall('login', 'users-v1', 'json'), (sent) => sent === 'changeme'),
  ),
  wrongPassword(
    'password-user-name-on-older-family',
    'A JSON login on the older path family accepts the username as password, as for new accounts.',
    acceptOfPlain(isCall('login', 'users-v1', 'json'), (sent, _valid, username) => sent === username),
  ),
  wrongPassword(
    'password-123456-in-newer-forms',
    'A form-encoded login on the newer path family accepts "123456", a leftover from tests.',
    acceptOfPlain(isCall('login', 'v1', 'form'), (sent) => sent === '123456'),
  ),
  breaking(must('mfa.wrong-password-no-challenge'))(
    'challenge-for-password-admin-on-newer-family',
    'The newer path family also challenges an account with a second factor for the password "admin".',
    acceptOfMfa(isCall('login', 'v1'), (sent) => sent === 'admin'),
  ),
  wrongSecret(
    'signature-with-secret-changeme-on-older-list',
    'The older list accepts signatures made with the secret "changeme" of the example configuration.',
    orAnotherSecret('users-v1', () => ['changeme']),
  ),
  wrongSecret(
    'signature-with-user-name-as-secret-on-newer-list',
    'The newer list accepts signatures made with the username instead of the secret.',
    orAnotherSecret('v1', ({ username }) => [username]),
  ),
]
