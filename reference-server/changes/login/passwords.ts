import type { Call } from '../../server/call.ts'
import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { alterAnswers, isCall, membersOf } from '../shared/alter-answers.ts'
import { must } from '../shared/breach.ts'

const breaks = must('login.wrong-password')

/** Wrong passwords that are taken for the right one; those that break one rule only, of accounts without a second factor. */
export const passwordDefects: Defect[] = [
  {
    name: 'password-beginning-is-enough',
    summary: 'A JSON login on the older path family looks at no more characters than the password has.',
    breaks: must('login.wrong-password', 'mfa.wrong-password-no-challenge'),
    blocks: [],
    apply: (parts) =>
      accept(parts, isCall('login', 'users-v1', 'json'), (sent, right) => sent.startsWith(right)),
  },
  {
    name: 'password-one-error-allowed',
    summary: 'A form-encoded login on the older path family forgives one wrong character.',
    breaks,
    blocks: [],
    apply: (parts) =>
      acceptOfPlain(parts, isCall('login', 'users-v1', 'form'), (sent, right) => {
        return (
          sent.length === right.length && [...sent].filter((one, at) => one !== [...right][at]).length < 2
        )
      }),
  },
  {
    name: 'password-last-character-not-compared',
    summary: 'A JSON login on the newer path family does not miss the last character of a password.',
    breaks,
    blocks: [],
    apply: (parts) =>
      acceptOfPlain(parts, isCall('login', 'v1', 'json'), (sent, right) => sent === right.slice(0, -1)),
  },
  {
    name: 'password-length-compared',
    summary: 'A form-encoded login on the newer path family compares passwords by their length.',
    breaks,
    blocks: [],
    apply: (parts) =>
      acceptOfPlain(
        parts,
        isCall('login', 'v1', 'form'),
        (sent, right) => [...sent].length === [...right].length,
      ),
  },
  {
    name: 'password-not-checked-in-forms',
    summary:
      'Form-encoded logins of both path families take any password of an account without a second factor.',
    breaks,
    blocks: [],
    apply: (parts) => acceptOfPlain(parts, isCall('login', undefined, 'form'), () => true),
  },
  {
    name: 'password-every-third-error-forgiven',
    summary: 'Every third wrong password in a row of wrong ones, for whomever, is let through.',
    breaks: must('login.wrong-password', 'mfa.wrong-password-no-challenge'),
    blocks: [],
    apply(parts) {
      let errors = 0
      accept(parts, isCall('login'), () => ++errors % 3 === 0)
    },
  },
  {
    name: 'password-rejection-with-token-behind-padding',
    summary:
      'A JSON login with a wrong password is answered 401, 9 MiB of padding, and then a token that works.',
    breaks,
    blocks: [],
    apply(parts) {
      const wrong = new WeakSet<Call>()
      acceptOfPlain(parts, isCall('login', 'users-v1', 'json'), (sent, right) => sent !== right)
      wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
        const account = await check(username, sent, call)
        const right = parts.demo.accounts.find((one) => one.username === username)?.password
        if (account && sent !== right) wrong.add(call)
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
    summary: 'The login of the newer path family takes any password.',
    breaks: must('login.wrong-password', 'mfa.wrong-password-no-challenge'),
    blocks: [],
    apply: (parts) => accept(parts, isCall('login', 'v1'), () => true),
  },
  {
    name: 'password-of-mfa-account-not-checked-on-older-family',
    summary: 'The older path family challenges an account with a second factor whatever the password.',
    breaks: must('mfa.wrong-password-no-challenge'),
    blocks: [],
    apply: (parts) => acceptOfMfa(parts, isCall('login', 'users-v1')),
  },
  {
    name: 'password-of-mfa-account-not-checked-on-newer-family',
    summary: 'The newer path family challenges an account with a second factor whatever the password.',
    breaks: must('mfa.wrong-password-no-challenge'),
    blocks: [],
    apply: (parts) => acceptOfMfa(parts, isCall('login', 'v1')),
  },
]

/** Takes a wrong password where `lenient` says so. */
function accept(
  parts: Parts,
  which: (call: Call) => boolean,
  lenient: (sent: string, right: string, username: string) => boolean,
): void {
  wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
    const account = await check(username, sent, call)
    const right = parts.demo.accounts.find((one) => one.username === username)?.password
    if (account || right === undefined || !which(call) || !lenient(sent, right, username)) return account
    return parts.accounts.find(username, call)
  })
}

function acceptOfMfa(parts: Parts, which: (call: Call) => boolean): void {
  accept(parts, which, (_sent, _right, username) => parts.accounts.find(username)?.otp !== undefined)
}

function acceptOfPlain(
  parts: Parts,
  which: (call: Call) => boolean,
  lenient: (sent: string, right: string) => boolean,
): void {
  accept(parts, which, (sent, right, username) => {
    return parts.accounts.find(username)?.otp === undefined && lenient(sent, right)
  })
}
