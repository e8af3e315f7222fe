import type { Call } from '../../common/call.ts'
import { type Apply, type Defect, wrapping } from '../change.ts'
import { orAnotherSecret } from './also-valid-for.ts'
import { isCall } from './alter-answers.ts'
import { breaking, must } from './breach.ts'

const wrongPassword = breaking(must('login.wrong-password'))
const wrongSecret = breaking(must('signature.wrong-secret'))

/** Passwords and key secrets of an installation that work in addition to those of the account. */
export const commonSecretDefects: Defect[] = [
  wrongPassword(
    'password-changeme-on-older-family',
    'A JSON login on the older path family accepts "changeme", the password for the first login.',
    alsoPassword(isCall('login', 'users-v1', 'json'), 'changeme', false),
  ),
  wrongPassword(
    'password-user-name-on-older-family',
    'A JSON login on the older path family accepts the username as password, as for new accounts.',
    alsoPassword(isCall('login', 'users-v1', 'json'), undefined, false),
  ),
  wrongPassword(
    'password-123456-in-newer-forms',
    'A form-encoded login on the newer path family accepts "123456", a leftover from tests.',
    alsoPassword(isCall('login', 'v1', 'form'), '123456', false),
  ),
  {
    name: 'challenge-for-password-admin-on-newer-family',
    summary:
      'The newer path family also challenges an account with a second factor for the password "admin".',
    breaks: must('mfa.wrong-password-no-challenge'),
    apply: alsoPassword(isCall('login', 'v1'), 'admin', true),
  },
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

/** Adds a password to every account with a second factor, or to every one without: a text, or the username. */
function alsoPassword(
  which: (call: Call) => boolean,
  also: string | undefined,
  secondFactor: boolean,
): Apply {
  return wrapping('checkPassword', (check, parts) => async (username, sent, call) => {
    const account = parts.accounts.find(username, call)
    const opens =
      account && sent === (also ?? username) && which(call) && (account.otp !== undefined) === secondFactor
    return opens ? account : await check(username, sent, call)
  })
}
