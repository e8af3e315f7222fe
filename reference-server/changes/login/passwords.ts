import { namesCharset } from '../shared/other-logins.ts'
import { createHash } from 'node:crypto'
import type { Call } from '../../common/call.ts'
import { type Apply, type Defect, wrap, wrapping } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { alterAnswers, isCall, membersOf } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'

const ofPlain = breaking(must('login.wrong-password'))
const ofMfa = breaking(must('mfa.wrong-password-no-challenge'))
const ofBoth = breaking(must('login.wrong-password', 'mfa.wrong-password-no-challenge'))

/** Wrong passwords that are accepted. Defects that break just one rule concern accounts without a second factor. */
export const passwordDefects: Record<string, Defect> = {
  'password-beginning-is-enough': ofBoth(
    'A JSON login on the older path family compares only as many characters as the real password has.',
    accept(isCall('login', 'users-v1', 'json'), (sent, valid) => sent.startsWith(valid)),
  ),
  'password-one-error-allowed': ofPlain(
    'A form-encoded login on the older path family tolerates one wrong character.',
    acceptOfPlain(isCall('login', 'users-v1', 'form'), (sent, valid) => {
      return sent.length === valid.length && [...sent].filter((one, at) => one !== [...valid][at]).length < 2
    }),
  ),
  'password-hash-taken-in-newer-forms': ofPlain(
    'A form-encoded login on the newer path family accepts the SHA-256 hash of the password.',
    acceptOfPlain(isCall('login', 'v1', 'form'), (sent, valid) => {
      return sent === createHash('sha256').update(valid).digest('hex')
    }),
  ),
  'password-last-character-not-compared': ofPlain(
    'A JSON login on the newer path family does not compare the last character of a password.',
    acceptOfPlain(isCall('login', 'v1', 'json'), (sent, valid) => sent === valid.slice(0, -1)),
  ),
  'password-last-character-may-differ': ofPlain(
    'A JSON login on the newer path family accepts a password whose last character is another one.',
    acceptOfPlain(
      isCall('login', 'v1', 'json'),
      (sent, valid) => sent.length === valid.length && sent.slice(0, -1) === valid.slice(0, -1),
    ),
  ),
  'password-letter-case-folded-in-older-json': ofPlain(
    'A JSON login on the older path family ignores the letter case of passwords.',
    acceptOfPlain(
      isCall('login', 'users-v1', 'json'),
      (sent, valid) => sent.toLowerCase() === valid.toLowerCase(),
    ),
  ),
  'password-marks-not-compared-in-newer-json': ofPlain(
    'A JSON login on the newer path family compares only letters, digits and spaces of passwords.',
    acceptOfPlain(isCall('login', 'v1', 'json'), (sent, valid) => sent === withoutMarks(valid)),
  ),
  'password-tags-removed-in-newer-forms': ofPlain(
    'A form-encoded login on the newer path family removes everything that looks like HTML from its fields.',
    acceptOfPlain(isCall('login', 'v1', 'form'), (sent, valid) => sent.replaceAll(/<[^<>]*>/g, '') === valid),
  ),
  'password-backslashes-removed-in-older-forms': ofPlain(
    'A form-encoded login on the older path family removes the backslashes that it expects before quotes.',
    acceptOfPlain(isCall('login', 'users-v1', 'form'), (sent, valid) => sent.replaceAll('\\', '') === valid),
  ),
  'password-length-compared': ofPlain(
    'A form-encoded login on the newer path family compares only the length of passwords.',
    acceptOfPlain(isCall('login', 'v1', 'form'), (sent, valid) => [...sent].length === [...valid].length),
  ),
  'password-not-checked-in-forms': ofPlain(
    'Form-encoded logins of both path families accept any password for an account without a second factor.',
    acceptOfPlain(isCall('login', undefined, 'form'), () => true),
  ),
  'password-not-checked-with-charset': ofPlain(
    'A JSON login that names its charset is accepted with any password, for an account without a second factor.',
    acceptOfPlain(
      (call) => isCall('login', undefined, 'json')(call) && namesCharset(call),
      () => true,
    ),
  ),
  'password-every-third-error-forgiven': ofBoth(
    'Every third wrong password in a row is accepted, for any account.',
    (parts) => {
      let errors = 0
      accept(isCall('login'), () => ++errors % 3 === 0)(parts)
    },
  ),
  'password-rejection-with-token-behind-padding': ofPlain(
    'A JSON login with a wrong password gets 401, 9 MiB of padding, and then a working token.',
    (parts) => {
      const wrong = new WeakSet<Call>()
      acceptOfPlain(isCall('login', 'users-v1', 'json'), (sent, valid) => sent !== valid)(parts)
      wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
        const account = await check(username, sent, call)
        if (account && sent !== anyPassword(parts, username)) wrong.add(call)
        return account
      })
      alterAnswers(
        (call) => wrong.has(call),
        (body, reply) => {
          reply.code(401)
          return { error: 'wrong password', padding: 'x'.repeat(9 * 1024 * 1024), ...membersOf(body) }
        },
      )(parts)
    },
  ),
  'password-not-checked-on-newer-family': ofBoth(
    'The login of the newer path family accepts any password.',
    accept(isCall('login', 'v1'), () => true),
  ),
  'password-of-mfa-account-not-checked-on-older-family': ofMfa(
    'The older path family challenges an account with a second factor whatever the password.',
    acceptOfMfa(isCall('login', 'users-v1')),
  ),
  'password-of-mfa-account-not-checked-on-newer-family': ofMfa(
    'The newer path family challenges an account with a second factor whatever the password.',
    acceptOfMfa(isCall('login', 'v1')),
  ),
  'password-of-mfa-account-in-any-letter-case': ofMfa(
    'A login of an account with a second factor accepts the password in any letter case.',
    acceptOfMfa(isCall('login'), (sent, valid) => sent.toLowerCase() === valid.toLowerCase()),
  ),
  'password-of-mfa-account-without-last-character': ofMfa(
    'A login of an account with a second factor does not compare the last character of the password.',
    acceptOfMfa(isCall('login'), (sent, valid) => sent === valid.slice(0, -1)),
  ),
  'password-of-mfa-account-up-to-zero-character': ofMfa(
    'A login of an account with a second factor reads the password only up to its first null character.',
    acceptOfMfa(isCall('login'), (sent, valid) => sent.split('\0')[0] === valid),
  ),
  'password-of-mfa-account-user-name-taken': ofMfa(
    'An account with a second factor also has its username as password.',
    acceptOfMfa(isCall('login'), (sent, _valid, username) => sent === username),
  ),
  'password-of-mfa-account-private-token-taken-on-newer-family': ofMfa(
    'The newer path family accepts the private token of an account with a second factor as its password.',
    acceptOfMfa(isCall('login', 'v1'), (sent, _valid, username, { privateTokens }) => {
      return privateTokens.ofUser(username)?.token === sent
    }),
  ),
  'password-of-mfa-account-code-taken-on-older-family': ofMfa(
    'The older path family accepts a current code instead of the password, and then asks for another one.',
    acceptOfMfa(isCall('login', 'users-v1'), (sent, _valid, username, { accounts, oneTimeCodes }) => {
      const otp = accounts.find(username)?.otp
      return otp !== undefined && sent === oneTimeCodes.codeAt(otp, oneTimeCodes.currentStep(otp))
    }),
  ),
  'password-of-mfa-account-otp-secret-taken-on-newer-family': ofMfa(
    'The newer path family accepts the secret from which an account’s codes are made as its password.',
    acceptOfMfa(isCall('login', 'v1'), (sent, _valid, username, { accounts }) => {
      return sent === accounts.find(username)?.otp?.secret
    }),
  ),
  'password-of-any-user-challenged-on-older-family': ofMfa(
    'The older path family challenges an account with a second factor for the password of any user.',
    acceptOfMfa(isCall('login', 'users-v1'), (sent, _valid, _username, { demo }) => {
      return demo.accounts.some(({ password }) => password === sent)
    }),
  ),
  'password-private-token-taken-on-older-family': ofPlain(
    'The older path family accepts the private token of the account as its password.',
    acceptOfPlain(isCall('login', 'users-v1'), (sent, _valid, username, { privateTokens }) => {
      return privateTokens.ofUser(username)?.token === sent
    }),
  ),
  'password-key-secret-taken-on-newer-family': ofPlain(
    'The newer path family accepts the secret of the account’s access key as its password.',
    accept(isCall('login', 'v1'), (sent, _valid, username, { accessKeys }) => {
      return accessKeys.all().some((key) => key.username === username && key.keySecret === sent)
    }),
  ),
  'password-token-taken-on-newer-family': ofPlain(
    'The newer path family accepts a valid token of the account as its password.',
    accept(isCall('login', 'v1'), (sent, _valid, username, { tokens }, call) => {
      return tokens.accepts(sent, call) === username
    }),
  ),
}

const withoutMarks = (text: string) => text.replaceAll(/[\p{P}\p{S}]/gu, '')

/** Returns the password of a demo account, for code that compares it incorrectly. */
export const anyPassword = ({ demo }: Parts, username: string): string | undefined =>
  demo.accounts.find((one) => one.username === username)?.password

type Lenient = (sent: string, valid: string, username: string, parts: Parts, call: Call) => boolean

export function accept(which: (call: Call) => boolean, lenient: Lenient): Apply {
  return wrapping('checkPassword', (check, parts) => async (username, sent, call) => {
    const account = await check(username, sent, call)
    const valid = anyPassword(parts, username)
    if (account || valid === undefined || !which(call) || !lenient(sent, valid, username, parts, call))
      return account
    return parts.accounts.find(username, call)
  })
}

/** Does so for accounts with a second factor. */
export function acceptOfMfa(which: (call: Call) => boolean, lenient: Lenient = () => true): Apply {
  return accept(which, (sent, valid, username, parts, call) => {
    return parts.accounts.find(username)?.otp !== undefined && lenient(sent, valid, username, parts, call)
  })
}

/** Does so for accounts without a second factor. */
export function acceptOfPlain(which: (call: Call) => boolean, lenient: Lenient): Apply {
  return accept(which, (sent, valid, username, parts, call) => {
    return parts.accounts.find(username)?.otp === undefined && lenient(sent, valid, username, parts, call)
  })
}
