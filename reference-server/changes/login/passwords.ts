import { createHash } from 'node:crypto'
import { type Call, headerValues } from '../../common/call.ts'
import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { alterAnswers, isCall, membersOf } from '../shared/alter-answers.ts'
import { must } from '../shared/breach.ts'

const breaks = must('login.wrong-password')

/** Wrong passwords that are accepted. Defects that break just one rule concern accounts without a second factor. */
export const passwordDefects: Defect[] = [
  {
    name: 'password-beginning-is-enough',
    summary:
      'A JSON login on the older path family compares only as many characters as the real password has.',
    breaks: must('login.wrong-password', 'mfa.wrong-password-no-challenge'),
    apply: (parts) =>
      accept(parts, isCall('login', 'users-v1', 'json'), (sent, valid) => sent.startsWith(valid)),
  },
  {
    name: 'password-one-error-allowed',
    summary: 'A form-encoded login on the older path family tolerates one wrong character.',
    breaks,
    apply: (parts) =>
      acceptOfPlain(parts, isCall('login', 'users-v1', 'form'), (sent, valid) => {
        return (
          sent.length === valid.length && [...sent].filter((one, at) => one !== [...valid][at]).length < 2
        )
      }),
  },
  {
    name: 'password-hash-taken-in-newer-forms',
    summary: 'A form-encoded login on the newer path family accepts the SHA-256 hash of the password.',
    breaks,
    apply: (parts) =>
      acceptOfPlain(parts, isCall('login', 'v1', 'form'), (sent, valid) => {
        return sent === createHash('sha256').update(valid).digest('hex')
      }),
  },
  {
    name: 'password-last-character-not-compared',
    summary: 'A JSON login on the newer path family does not compare the last character of a password.',
    breaks,
    apply: (parts) =>
      acceptOfPlain(parts, isCall('login', 'v1', 'json'), (sent, valid) => sent === valid.slice(0, -1)),
  },
  {
    name: 'password-last-character-may-differ',
    summary: 'A JSON login on the newer path family accepts a password whose last character is another one.',
    breaks,
    apply: (parts) =>
      acceptOfPlain(
        parts,
        isCall('login', 'v1', 'json'),
        (sent, valid) => sent.length === valid.length && sent.slice(0, -1) === valid.slice(0, -1),
      ),
  },
  {
    name: 'password-length-compared',
    summary: 'A form-encoded login on the newer path family compares only the length of passwords.',
    breaks,
    apply: (parts) =>
      acceptOfPlain(
        parts,
        isCall('login', 'v1', 'form'),
        (sent, valid) => [...sent].length === [...valid].length,
      ),
  },
  {
    name: 'password-not-checked-in-forms',
    summary:
      'Form-encoded logins of both path families accept any password for an account without a second factor.',
    breaks,
    apply: (parts) => acceptOfPlain(parts, isCall('login', undefined, 'form'), () => true),
  },
  {
    name: 'password-not-checked-with-charset',
    summary:
      'A JSON login that names its charset is accepted with any password, for an account without a second factor.',
    breaks,
    apply: (parts) =>
      acceptOfPlain(
        parts,
        (call) => isCall('login', undefined, 'json')(call) && namesCharset(call),
        () => true,
      ),
  },
  {
    name: 'password-every-third-error-forgiven',
    summary: 'Every third wrong password in a row is accepted, for any account.',
    breaks: must('login.wrong-password', 'mfa.wrong-password-no-challenge'),
    apply(parts) {
      let errors = 0
      accept(parts, isCall('login'), () => ++errors % 3 === 0)
    },
  },
  {
    name: 'password-rejection-with-token-behind-padding',
    summary: 'A JSON login with a wrong password gets 401, 9 MiB of padding, and then a working token.',
    breaks,
    apply(parts) {
      const wrong = new WeakSet<Call>()
      acceptOfPlain(parts, isCall('login', 'users-v1', 'json'), (sent, valid) => sent !== valid)
      wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
        const account = await check(username, sent, call)
        const valid = parts.demo.accounts.find((one) => one.username === username)?.password
        if (account && sent !== valid) wrong.add(call)
        return account
      })
      alterAnswers(
        parts,
        (call) => wrong.has(call),
        (body, reply) => {
          reply.code(401)
          return { error: 'wrong password', padding: 'x'.repeat(9 * 1024 * 1024), ...membersOf(body) }
        },
      )
    },
  },
  {
    name: 'password-not-checked-on-newer-family',
    summary: 'The login of the newer path family accepts any password.',
    breaks: must('login.wrong-password', 'mfa.wrong-password-no-challenge'),
    apply: (parts) => accept(parts, isCall('login', 'v1'), () => true),
  },
  {
    name: 'password-of-mfa-account-not-checked-on-older-family',
    summary: 'The older path family challenges an account with a second factor whatever the password.',
    breaks: must('mfa.wrong-password-no-challenge'),
    apply: (parts) => acceptOfMfa(parts, isCall('login', 'users-v1')),
  },
  {
    name: 'password-of-mfa-account-not-checked-on-newer-family',
    summary: 'The newer path family challenges an account with a second factor whatever the password.',
    breaks: must('mfa.wrong-password-no-challenge'),
    apply: (parts) => acceptOfMfa(parts, isCall('login', 'v1')),
  },
  {
    name: 'password-of-mfa-account-in-any-letter-case',
    summary: 'A login of an account with a second factor accepts the password in any letter case.',
    breaks: must('mfa.wrong-password-no-challenge'),
    apply: (parts) =>
      acceptOfMfa(parts, isCall('login'), (sent, valid) => sent.toLowerCase() === valid.toLowerCase()),
  },
]

const namesCharset = (call: Call) => /;\s*charset=/i.test(headerValues(call, 'content-type')[0] ?? '')

/** Accepts a wrong password if `lenient` says so. */
function accept(
  parts: Parts,
  which: (call: Call) => boolean,
  lenient: (sent: string, valid: string, username: string) => boolean,
): void {
  wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
    const account = await check(username, sent, call)
    const valid = parts.demo.accounts.find((one) => one.username === username)?.password
    if (account || valid === undefined || !which(call) || !lenient(sent, valid, username)) return account
    return parts.accounts.find(username, call)
  })
}

function acceptOfMfa(
  parts: Parts,
  which: (call: Call) => boolean,
  lenient: (sent: string, valid: string) => boolean = () => true,
): void {
  accept(parts, which, (sent, valid, username) => {
    return parts.accounts.find(username)?.otp !== undefined && lenient(sent, valid)
  })
}

function acceptOfPlain(
  parts: Parts,
  which: (call: Call) => boolean,
  lenient: (sent: string, valid: string) => boolean,
): void {
  accept(parts, which, (sent, valid, username) => {
    return parts.accounts.find(username)?.otp === undefined && lenient(sent, valid)
  })
}
