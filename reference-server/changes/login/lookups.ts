import { type Call, cookieValue } from '../../common/call.ts'
import { type Apply, type Defect, wrap, wrapping } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { isCall, membersOf } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'
import { injectedSql } from '../shared/injected-sql.ts'
import { accept, acceptOfPlain } from './passwords.ts'
import type { Credentials } from '../../server/schemas.ts'

const wrongPassword = breaking(must('login.wrong-password'))
const unknownUser = breaking(must('login.unknown-user'))
const missingField = breaking(must('login.missing-field'))

/** Names and passwords that are looked up or compared loosely, mostly for accounts without a second factor. */
export const lookupDefects: Record<string, Defect> = {
  'password-true-taken-on-newer-family': wrongPassword(
    'The newer path family compares loosely: the JSON value true equals every password.',
    readPlain(isCall('login', 'v1', 'json'), ({ password }) => password === true),
  ),
  'password-true-challenged-on-older-family': breaking(must('mfa.wrong-password-no-challenge'))(
    'The older path family compares loosely: it challenges an account with a second factor for the JSON value true.',
    readMfa(isCall('login', 'users-v1', 'json'), ({ password }) => password === true),
  ),
  'password-missing-challenged-on-newer-family': breaking(must('mfa.wrong-password-no-challenge'))(
    'The newer path family challenges an account with a second factor if no password is sent.',
    readMfa(isCall('login', 'v1', 'json'), (fields) => !('password' in fields)),
  ),
  'password-query-taken-on-older-family': wrongPassword(
    'The older path family puts an object into its database query: "any password but null" is accepted.',
    readPlain(isCall('login', 'users-v1', 'json'), ({ password }) => isQuery(password)),
  ),
  'password-not-checked-beside-token-on-older-family': wrongPassword(
    'The older path family needs no valid password beside a valid token of the account.',
    wrapping('checkPassword', (check, parts) => async (username, sent, call) => {
      const account = await check(username, sent, call)
      if (account || !isCall('login', 'users-v1')(call)) return account
      const known = await parts.authenticate(call)
      return known?.username === username ? known : undefined
    }),
  ),
  'password-not-checked-beside-session-on-newer-family': wrongPassword(
    'The newer path family needs no valid password beside the session of the account.',
    wrapping('checkPassword', (check, { sessions, accounts }) => async (username, sent, call) => {
      const id = isCall('login', 'v1')(call) ? cookieValue(call, 'sessionid') : undefined
      const session = id === undefined ? undefined : sessions.find(id)
      return (
        (await check(username, sent, call)) ??
        (session?.username === username ? accounts.find(username) : undefined)
      )
    }),
  ),
  'token-without-fields-beside-token-on-newer-family': missingField(
    'The newer path family returns another token for a valid one, without username and password.',
    wrapping('handle', (handle, parts) => async (handler, call, reply) => {
      const isBare = isCall('login', 'v1')(call) && !('username' in membersOf(call.body))
      const account = isBare ? await parts.authenticate(call) : undefined
      return account
        ? parts.answers.token(parts.tokens.issue(account, call), call)
        : handle(handler, call, reply)
    }),
  ),
  'password-false-skips-check-on-newer-family': missingField(
    'The newer path family checks the password only if the JSON value is not false.',
    readPlain(isCall('login', 'v1', 'json'), ({ password }) => password === false),
  ),
  'password-query-taken-in-newer-forms': missingField(
    'The newer path family reads the form field password[$ne] as "any password but this".',
    readPlain(isCall('login', 'v1', 'form'), (fields) => 'password[$ne]' in fields),
  ),
  'user-query-taken-on-newer-family': unknownUser(
    'The newer path family puts an object into its database query: a password logs in any user who has it.',
    readAs(isCall('login', 'v1', 'json'), ({ username, password }, { demo }) => {
      return isQuery(username) ? demo.accounts.find((one) => one.password === password) : undefined
    }),
  ),
  'password-letter-case-folded-in-older-forms': wrongPassword(
    'A form-encoded login on the older path family ignores the letter case of passwords.',
    comparedBy(isCall('login', 'users-v1', 'form'), (text) => text.toLowerCase()),
  ),
  'password-accents-dropped-on-newer-family': breaking(
    must('login.wrong-password', 'mfa.wrong-password-no-challenge'),
  )(
    'The newer path family compares all passwords as ASCII, with "?" for every other character.',
    comparedBy(isCall('login', 'v1'), (text) => text.replaceAll(/\P{ASCII}/gu, '?'), accept),
  ),
  'password-up-to-zero-character': wrongPassword(
    'A form-encoded login on the newer path family reads a password only up to its first null character.',
    comparedBy(isCall('login', 'v1', 'form'), (text) => text.split('\0')[0] ?? ''),
  ),
  'password-up-to-four-byte-character': wrongPassword(
    'A form-encoded login on the older path family reads a password only up to its first character of four bytes.',
    comparedBy(isCall('login', 'users-v1', 'form'), upToFourBytes),
  ),
  'password-of-any-user': wrongPassword(
    'The newer path family accepts the password of any user, as long as the username exists.',
    acceptOfPlain(isCall('login', 'v1'), (sent, _valid, _username, { demo }) => {
      return demo.accounts.some(({ password }) => password === sent)
    }),
  ),
  'username-may-be-empty-on-older': missingField(
    'A login with an empty username on the older path family logs in the user whose password was sent.',
    readAs(isCall('login', 'users-v1'), ({ username, password }, { demo }) => {
      return username === '' ? demo.accounts.find((one) => one.password === password) : undefined
    }),
  ),
  'password-may-be-empty-in-newer-forms': missingField(
    'A form-encoded login on the newer path family accepts an empty password, as some directory servers do.',
    readPlain(isCall('login', 'v1', 'form'), ({ password }) => password === ''),
  ),
  'password-may-be-empty-in-newer-json': missingField(
    'A JSON login on the newer path family accepts an empty password.',
    readPlain(isCall('login', 'v1', 'json'), ({ password }) => password === ''),
  ),
  'password-may-be-empty-in-older-forms': missingField(
    'A form-encoded login on the older path family accepts an empty password.',
    readPlain(isCall('login', 'users-v1', 'form'), ({ password }) => password === ''),
  ),
  'password-of-spaces-taken-in-newer-json': wrongPassword(
    'A JSON login on the newer path family removes outer spaces, and then accepts an empty password as some directory servers do.',
    readPlain(isCall('login', 'v1', 'json'), ({ password }) => isBlank(password)),
  ),
  'password-of-null-character-taken-in-older-forms': wrongPassword(
    'A form-encoded login on the older path family accepts a null character, since the directory server gets an empty password.',
    readPlain(isCall('login', 'users-v1', 'form'), ({ password }) => password === '\0'),
  ),
  'failed-login-sets-open-session': breaking(must('login.wrong-password', 'login.missing-field'))(
    'A JSON login on the older path family opens a session for the user before it checks the password.',
    wrapping('handle', (handle, parts) => async (handler, call, reply) => {
      const account = withoutSecondFactor(parts, String(membersOf(call.body)['username']))
      if (account && isCall('login', 'users-v1', 'json')(call))
        reply.header('Set-Cookie', `sessionid=${parts.sessions.start(account.username, call).id}; Path=/`)
      return await handle(handler, call, reply)
    }),
  ),
  'user-name-as-pattern': unknownUser(
    'The newer path family looks up usernames with LIKE, so "a%" and "ad_" match "ada".',
    namedAlso('v1', (sent, name) => isLike(name, sent)),
  ),
  'user-name-beginning-is-enough-on-newer-family': unknownUser(
    'The newer path family looks for a username that begins with the one sent.',
    namedAlso('v1', (sent, name) => sent !== '' && name.startsWith(sent)),
  ),
  'user-name-as-expression': unknownUser(
    'The older path family looks up usernames by a regular expression, to ignore their letter case.',
    namedAlso('users-v1', (sent, name) => expressionOf(sent)?.test(name) ?? false),
  ),
  'user-name-pasted-into-query-on-older-family': unknownUser(
    'The older path family pastes the username into its database query: an SQL condition or comment matches a user.',
    namedAlso('users-v1', (sent, name) => {
      return sent.startsWith(`${name}'-- `) || sent.includes(` OR username='${name}'-- `)
    }),
  ),
  'password-pasted-into-query-on-newer-family': wrongPassword(
    'The newer path family pastes the password into its database query: an SQL condition matches every password.',
    acceptOfPlain(isCall('login', 'v1'), injectedSql),
  ),
  'user-name-pasted-into-filter-on-newer-family': unknownUser(
    'The newer path family pastes the username into the filter of a directory, which ends at the first bracket.',
    namedAlso('v1', (sent, name) => sent.startsWith(`${name})(`)),
  ),
  'user-name-up-to-width-of-column-on-older-family': unknownUser(
    'The older path family reads a username only up to the 150 characters of a column, and ignores spaces at its end.',
    namedAlso('users-v1', (sent, name) => sent.slice(0, 150).trimEnd() === name),
  ),
  'user-name-of-spaces-on-newer-family': unknownUser(
    'The newer path family looks for no name if the username is empty without its spaces.',
    namedAlso('v1', (sent) => sent !== '' && sent.trim() === ''),
  ),
  'user-name-up-to-zero-character': unknownUser(
    'The older path family reads a username only up to its first null character.',
    namedAlso('users-v1', (sent, name) => sent.split('\0')[0] === name),
  ),
  'user-name-up-to-four-byte-character': unknownUser(
    'The newer path family reads a username only up to its first character of four bytes.',
    namedAlso('v1', (sent, name) => upToFourBytes(sent) === name),
  ),
  'login-remembered-by-joined-fields': unknownUser(
    'A successful login is remembered under the username and password, joined without a separator.',
    (parts) => {
      const known = new Map<string, string>()
      wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
        const account = await check(username, sent, call)
        if (account) known.set(username + sent, username)
        return account ?? withoutSecondFactor(parts, known.get(username + sent) ?? '')
      })
    },
  ),
}

const isLike = (text: string, pattern: string) => {
  const written = pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${written.replaceAll('%', '.*').replaceAll('_', '.')}$`, 's').test(text)
}

function expressionOf(text: string): RegExp | undefined {
  try {
    return new RegExp(`^${text}$`, 'i')
  } catch {
    return undefined
  }
}

/** What a database column of three bytes a character keeps of a text. */
function upToFourBytes(text: string): string {
  return text.split(/[\u{10000}-\u{10ffff}]/u)[0] ?? ''
}

const withoutSecondFactor = ({ accounts }: Parts, username: string) => {
  const account = accounts.find(username)
  return account?.otp ? undefined : account
}

type Fields = Record<string, unknown>

/** Reads the calls that `which` picks by `made`, if that returns something. */
function readAs(
  which: (call: Call) => boolean,
  made: (fields: Fields, parts: Parts) => Credentials | undefined,
): Apply {
  return wrapping('shapes.credentials', (read, parts) => (call) => {
    return (which(call) ? made(membersOf(call.body), parts) : undefined) ?? read(call)
  })
}

/** Reads the valid password of an account without a second factor if `isTaken` says so. */
function readPlain(which: (call: Call) => boolean, isTaken: (fields: Fields) => boolean): Apply {
  return readAs(which, (fields, { demo }) => {
    const known = demo.accounts.find(({ username }) => username === fields['username'])
    return known && !known.otp && isTaken(fields) ? known : undefined
  })
}

/** Does so for an account with a second factor. */
function readMfa(which: (call: Call) => boolean, isTaken: (fields: Fields) => boolean): Apply {
  return readAs(which, (fields, { demo }) => {
    const known = demo.accounts.find(({ username }) => username === fields['username'])
    return known?.otp && isTaken(fields) ? known : undefined
  })
}

/** Treats passwords as equal if they are the same after `change`. */
function comparedBy(
  which: (call: Call) => boolean,
  change: (text: string) => string,
  accepted = acceptOfPlain,
): Apply {
  return accepted(which, (sent, valid) => change(sent) === change(valid))
}

const isBlank = (value: unknown) => typeof value === 'string' && value !== '' && value.trim() === ''

/** True for an object that a document database reads as a condition. */
const isQuery = (value: unknown) => typeof value === 'object' && '$ne' in membersOf(value)

/** Finds an account for usernames that no account has. */
function namedAlso(family: Call['family'], found: (sent: string, name: string) => boolean): Apply {
  return wrapping('checkPassword', (check, parts) => (username, sent, call) => {
    const known = parts.accounts.find(username) !== undefined || !isCall('login', family)(call)
    const name = known
      ? undefined
      : parts.accounts.all().find((one) => found(username, one.username))?.username
    return check(name ?? username, sent, call)
  })
}
