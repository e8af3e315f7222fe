import type { Call } from '../../server/call.ts'
import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { isCall, membersOf } from '../shared/alter-answers.ts'
import { must } from '../shared/breach.ts'
import { anyPassword, plainPassword } from './plain-password.ts'

const wrongPassword = must('login.wrong-password')
const unknownUser = must('login.unknown-user')
const missingField = must('login.missing-field')

/** Names and passwords that are looked up or compared in a loose way; mostly of accounts without a second factor. */
export const lookupDefects: Defect[] = [
  {
    name: 'password-true-taken-on-newer-family',
    summary: 'The newer path family compares loosely: the JSON value true equals every password.',
    breaks: wrongPassword,
    blocks: [],
    apply: (parts) => readAs(parts, 'v1', (password) => password === true),
  },
  {
    name: 'password-query-taken-on-older-family',
    summary: 'The older path family puts an object into its query: a password that is not null is right.',
    breaks: wrongPassword,
    blocks: [],
    apply: (parts) =>
      readAs(parts, 'users-v1', (password) => typeof password === 'object' && '$ne' in membersOf(password)),
  },
  {
    name: 'password-letter-case-folded-in-older-forms',
    summary: 'A form-encoded login on the older path family compares passwords without their letter case.',
    breaks: wrongPassword,
    blocks: [],
    apply: (parts) => comparedBy(parts, isCall('login', 'users-v1', 'form'), (text) => text.toLowerCase()),
  },
  {
    name: 'password-accents-dropped-on-newer-family',
    summary: 'The newer path family compares all passwords as ASCII, with "?" for the rest.',
    breaks: must('login.wrong-password', 'mfa.wrong-password-no-challenge'),
    blocks: [],
    apply(parts) {
      const ascii = (text: string) => text.replaceAll(/\P{ASCII}/gu, '?')
      comparedBy(parts, isCall('login', 'v1'), ascii, anyPassword)
    },
  },
  {
    name: 'password-up-to-zero-character',
    summary: 'A form-encoded login on the newer path family reads a password up to its first zero character.',
    breaks: wrongPassword,
    blocks: [],
    apply: (parts) => comparedBy(parts, isCall('login', 'v1', 'form'), (text) => text.split('\0')[0] ?? ''),
  },
  {
    name: 'password-of-any-user',
    summary: 'The newer path family takes the password of any user, so long as the user name is known.',
    breaks: wrongPassword,
    blocks: [],
    apply(parts) {
      wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
        const account = await check(username, sent, call)
        if (account || !isCall('login', 'v1')(call)) return account
        const isSomeones = parts.demo.accounts.some(({ password }) => password === sent)
        return isSomeones ? withoutSecondFactor(parts, username) : undefined
      })
    },
  },
  {
    name: 'username-may-be-empty-on-older',
    summary: 'A login on the older path family with an empty user name is one of whoever has the password.',
    breaks: missingField,
    blocks: [],
    apply({ demo, shapes }) {
      wrap(shapes, 'credentials', (read) => (call) => {
        const { username, password } = membersOf(call.body)
        const owner = demo.accounts.find((account) => account.password === password)?.username
        const isEmpty = isCall('login', 'users-v1')(call) && username === ''
        return isEmpty && owner !== undefined ? { username: owner, password: String(password) } : read(call)
      })
    },
  },
  {
    name: 'password-may-be-empty-in-newer-forms',
    summary: 'A form-encoded login on the newer path family takes an empty password, as some directories do.',
    breaks: missingField,
    blocks: [],
    apply(parts) {
      wrap(parts.shapes, 'credentials', (read) => (call) => {
        const { username, password } = membersOf(call.body)
        const isEmpty = isCall('login', 'v1', 'form')(call) && password === ''
        const right = plainPassword(parts, String(username))
        return isEmpty && right !== undefined ? { username: String(username), password: right } : read(call)
      })
    },
  },
  {
    name: 'failed-login-sets-open-session',
    summary:
      'A JSON login on the older path family sets a session of the user before it checks the password.',
    breaks: wrongPassword,
    blocks: [],
    apply(parts) {
      wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
        const account = withoutSecondFactor(parts, String(membersOf(call.body)['username']))
        if (account && isCall('login', 'users-v1', 'json')(call))
          reply.header('Set-Cookie', `sessionid=${parts.sessions.start(account.username, call).id}; Path=/`)
        return await handle(handler, call, reply)
      })
    },
  },
  {
    name: 'user-name-as-pattern',
    summary: 'The newer path family looks user names up with LIKE, so "a%" is the first user.',
    breaks: unknownUser,
    blocks: [],
    apply: (parts) =>
      namedAlso(parts, 'v1', (sent, name) => {
        return sent.includes('%') && name.startsWith(sent.slice(0, sent.indexOf('%')))
      }),
  },
  {
    name: 'user-name-up-to-zero-character',
    summary: 'The older path family reads a user name up to its first zero character.',
    breaks: unknownUser,
    blocks: [],
    apply: (parts) => namedAlso(parts, 'users-v1', (sent, name) => sent.split('\0')[0] === name),
  },
  {
    name: 'login-remembered-by-joined-fields',
    summary:
      'A login that succeeded is remembered under the name and the password in one text, without a mark between.',
    breaks: unknownUser,
    blocks: [],
    apply(parts) {
      const known = new Map<string, string>()
      wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
        const account = await check(username, sent, call)
        if (account) known.set(username + sent, username)
        return account ?? withoutSecondFactor(parts, known.get(username + sent) ?? '')
      })
    },
  },
]

const withoutSecondFactor = ({ accounts }: Parts, username: string) => {
  const account = accounts.find(username)
  return account?.otp ? undefined : account
}

/** A JSON login on a path family whose password is taken though it is no text. */
function readAs(parts: Parts, family: Call['family'], isTaken: (password: unknown) => boolean): void {
  wrap(parts.shapes, 'credentials', (read) => (call) => {
    const { username, password } = membersOf(call.body)
    const right = plainPassword(parts, String(username))
    const taken = isCall('login', family, 'json')(call) && right !== undefined && isTaken(password)
    return taken ? { username: String(username), password: right } : read(call)
  })
}

/** Passwords that are the same once both have gone through `change`. */
function comparedBy(
  parts: Parts,
  which: (call: Call) => boolean,
  change: (text: string) => string,
  passwordOf = plainPassword,
): void {
  wrap(parts, 'checkPassword', (check) => (username, sent, call) => {
    const right = passwordOf(parts, username)
    const same = right !== undefined && which(call) && change(sent) === change(right)
    return check(username, same ? right : sent, call)
  })
}

/** User names that are found though no account has them. */
function namedAlso(
  parts: Parts,
  family: Call['family'],
  found: (sent: string, name: string) => boolean,
): void {
  wrap(parts, 'checkPassword', (check) => (username, sent, call) => {
    const known = parts.accounts.find(username) !== undefined || !isCall('login', family)(call)
    const name = known
      ? undefined
      : parts.accounts.all().find((one) => found(username, one.username))?.username
    return check(name ?? username, sent, call)
  })
}
