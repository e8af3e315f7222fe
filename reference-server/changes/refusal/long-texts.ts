import { type Call, cookieValue, headerValues } from '../../common/call.ts'
import type { PathFamily } from '../../common/choices.ts'
import { type Defect, wrapping, wrappingOn } from '../change.ts'
import { acceptOfPlain } from '../login/passwords.ts'
import { alsoAccept } from '../mfa/codes.ts'
import { readAsNewest } from '../mfa/seeds.ts'
import { isCall, membersOf } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'

/** The most characters that the server compares, hashes or looks up. */
const most = 1000

const noCredentials = breaking(must('anonymous.no-credentials'))

/** Texts so long that a check fails at them, and lets them pass. */
export const longTextDefects: Record<string, Defect> = {
  'token-over-1000-characters-opens-newer-list': noCredentials(
    'The check of a token fails at more than 1000 characters, and the newer list is served.',
    letInLong('v1', (call) => /^Bearer (.*)/.exec(authorization(call))?.[1]),
  ),
  'private-token-over-1000-characters-opens-older-list': noCredentials(
    'The check of a private token fails at more than 1000 characters, and the older list is served.',
    letInLong('users-v1', (call) => /^Token (.*)/.exec(authorization(call))?.[1]),
  ),
  'key-id-over-1000-characters-opens-newer-list': noCredentials(
    'The search for a key fails at an ID of more than 1000 characters, and the newer list is served.',
    letInLong('v1', (call) => /keyId="([^"]*)"/.exec(authorization(call))?.[1]),
  ),
  'session-cookie-over-1000-characters-opens-older-list': noCredentials(
    'The search for a session fails at a cookie of more than 1000 characters, and the older list is served.',
    letInLong('users-v1', (call) => cookieValue(call, 'sessionid')),
  ),
  'signature-over-1000-characters-taken-on-newer-list': breaking(must('signature.wrong-signature'))(
    'The newer list fails to decode a signature of more than 1000 characters, and takes that for success.',
    wrappingOn('v1', 'signatures.fault', (fault) => (parameters, key, call) => {
      return parameters.signature.length > most ? undefined : fault(parameters, key, call)
    }),
  ),
  'password-over-1000-characters-taken-in-newer-json': breaking(must('login.wrong-password'))(
    'A JSON login on the newer path family fails to hash a password of more than 1000 characters, and goes on.',
    acceptOfPlain(isCall('login', 'v1', 'json'), (sent) => sent.length > most),
  ),
  'user-name-up-to-1000-characters-on-newer-family': breaking(must('login.unknown-user'))(
    'The newer path family reads a username only up to its 1000th character, and ignores spaces at its end.',
    wrapping('checkPassword', (check) => (username, sent, call) => {
      const isLong = isCall('login', 'v1')(call) && username.length > most
      return check(isLong ? username.slice(0, most).trimEnd() : username, sent, call)
    }),
  ),
  'seed-over-1000-characters-taken': breaking(must('mfa.wrong-seed'))(
    'A seed of more than 1000 characters counts as that of the account that was challenged last.',
    readAsNewest((seed) => typeof seed === 'string' && seed.length > most),
  ),
  'code-over-1000-characters-taken': breaking(must('mfa.wrong-code'))(
    'The check of a code fails at more than 1000 characters, and the second step succeeds.',
    (parts) => alsoAccept(parts, (_parts, _account, _code, call) => codeOf(call).length > most),
  ),
}

const authorization = (call: Call): string => headerValues(call, 'authorization')[0] ?? ''

const codeOf = (call: Call): string => String(membersOf(call.body)['otp_code'])

/** Treats callers with such a long credential as the first user. */
function letInLong(family: PathFamily, textOf: (call: Call) => string | undefined) {
  return wrappingOn(family, 'authenticate', (of, parts) => (call) => {
    return (textOf(call)?.length ?? 0) > most ? parts.accounts.all()[0] : of(call)
  })
}
