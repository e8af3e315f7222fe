import { type Apply, type Defect, wrap, wrapping, choose } from '../change.ts'
import { type Call, headerValues } from '../../common/call.ts'
import type { Encoding, PathFamily } from '../../common/choices.ts'
import { Problem } from '../../server/problems.ts'
import { failInsteadOfRejecting, isCall, membersOf } from '../shared/alter-answers.ts'
import { onForms, onNewerJson, onOlderChallenge } from '../shared/blocked.ts'
import { breaking, must, should } from '../shared/breach.ts'
import { anyPassword } from './passwords.ts'

const formEncoded = breaking(must('login.form-encoded'))
const missingField = breaking(must('login.missing-field'))
const unknownUser = breaking(must('login.unknown-user'))
const json = breaking(must('login.json'))
const no5xx = breaking(should('refusal.no-5xx'))

const both: Encoding[] = ['json', 'form']
const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

export const loginDefects: Record<string, Defect> = {
  'login-older-family-json-only': formEncoded(
    'The login of the older path family does not read form-encoded fields.',
    choose({ loginEncodings: { 'users-v1': ['json'], v1: both } }),
    {
      blocks: [...onForms, 'mfa.challenge-shape', 'mfa.second-step-grants-token'],
    },
  ),
  'login-newer-family-json-only': formEncoded(
    'The login of the newer path family does not read form-encoded fields.',
    choose({ loginEncodings: { 'users-v1': both, v1: ['json'] } }),
    {
      blocks: [...onForms, 'mfa.newer-family-challenge-shape', 'mfa.newer-family-two-steps'],
    },
  ),
  'login-older-family-form-only': json(
    'The login of the older path family reads only form-encoded fields.',
    choose({ loginEncodings: { 'users-v1': ['form'], v1: both } }),
    {
      blocks: [
        ...onOlderChallenge,
        ...onNewerJson,
        'anonymous.next-request',
        'anonymous.unknown-token',
        'mfa.challenge-shape',
        'refusal.no-5xx',
        'token.many-uses',
        'token.not-token-scheme',
        'users.json',
        'users.records',
        'users.same-list',
      ],
    },
  ),
  'login-newer-family-form-only': json(
    'The login of the newer path family reads only form-encoded fields.',
    choose({ loginEncodings: { 'users-v1': both, v1: ['form'] } }),
    { blocks: [...onNewerJson, 'mfa.newer-family-challenge-shape'] },
  ),
  'login-form-read-as-latin1': formEncoded(
    'Both path families read form-encoded fields as ISO 8859-1, so a password with an umlaut is misread.',
    wrapping('shapes.credentials', (read) => (call) => {
      const { username, password } = read(call)
      return call.encoding === 'form' ? { username, password: latin1(password) } : { username, password }
    }),
    {
      blocks: [
        ...onForms,
        'mfa.challenge-shape',
        'mfa.newer-family-challenge-shape',
        'mfa.newer-family-two-steps',
        'mfa.second-step-grants-token',
      ],
    },
  ),
  'login-in-another-spelling-refused': breaking(must('login.json', 'login.form-encoded'))(
    'A login with needless escapes or white space, or with the password first, is rejected.',
    wrapping('shapes.credentials', (read) => (call) => {
      if (call.operation === 'login' && !isInUsualSpelling(call))
        throw new Problem('malformed', 'a field was not found')
      return read(call)
    }),
  ),
  'login-newer-family-reads-nothing': breaking(must('login.json', 'login.form-encoded'))(
    'The newer path family mistakes a form for JSON and JSON for a form, so it reads neither.',
    wrapping('shapes.credentials', (read) => (call) => {
      if (call.operation === 'login' && call.family === 'v1')
        throw new Problem(
          'unsupported-encoding',
          'send application/json or application/x-www-form-urlencoded',
        )
      return read(call)
    }),
    { blocks: [...onNewerJson, 'mfa.newer-family-challenge-shape'] },
  ),
  'login-without-password-older-json': breaking(
    must('login.missing-field', 'mfa.wrong-password-no-challenge'),
  )('A JSON login on the older path family needs no password.', defaults('users-v1', 'json', 'password')),
  'login-without-username-newer-form': missingField(
    'A form-encoded login without a username on the newer path family logs in the last user.',
    defaults('v1', 'form', 'username'),
  ),
  'login-without-password-newer-form': missingField(
    'A form-encoded login on the newer path family needs no password.',
    defaults('v1', 'form', 'password'),
  ),
  'login-without-password-older-form': missingField(
    'A form-encoded login on the older path family needs no password.',
    defaults('users-v1', 'form', 'password'),
  ),
  'login-without-username-older-form': missingField(
    'A form-encoded login without a username on the older path family is checked against the first user of all.',
    ofFirstUser('form'),
  ),
  'login-without-username-older-json': missingField(
    'A JSON login without a username on the older path family logs in the last user.',
    defaults('users-v1', 'json', 'username'),
  ),
  'login-without-username-newer-json': missingField(
    'A JSON login without a username on the newer path family logs in the last user.',
    defaults('v1', 'json', 'username'),
  ),
  'login-without-username-is-that-of-the-first-user': missingField(
    'A JSON login without a username on the older path family is checked against the first user of all.',
    ofFirstUser('json'),
  ),
  'login-unknown-user-by-password': unknownUser(
    'A login with an unknown username logs in the user whose password was sent.',
    wrapping('checkPassword', (check, parts) => async (username, password, call) => {
      const owner = parts.demo.accounts.find((account) => account.password === password)
      const name = parts.accounts.find(username) ? username : (owner?.username ?? username)
      return check(name, password, call)
    }),
  ),
  'login-user-name-up-to-hyphen': unknownUser(
    'The older path family ignores everything after a hyphen in a username.',
    wrapping('accounts.find', (find) => (username, call) => {
      return find(call?.family === 'users-v1' ? (username.split('-')[0] ?? '') : username, call)
    }),
  ),
  'login-unknown-user-challenged': unknownUser(
    'A login with an unknown username is asked for a one-time code, so that names cannot be guessed.',
    wrapping('checkPassword', (check, parts) => async (username, password, call) => {
      const decoy = parts.accounts.all().find((account) => account.otp)
      return parts.accounts.find(username) ? await check(username, password, call) : decoy
    }),
    { blocks: ['login.form-encoded', 'login.json', 'login.token-response'] },
  ),
  'login-newer-family-makes-accounts': unknownUser(
    'The newer path family creates an account for an unknown user and logs them in.',
    wrapping('checkPassword', (check, parts) => async (username, password, call) => {
      const known = parts.accounts.find(username) !== undefined || call.family !== 'v1'
      return known ? await check(username, password, call) : { ...blank, id: username, username }
    }),
  ),
  'login-wrong-password-answers-500': no5xx(
    'A login with a wrong password ends in a server error.',
    failInsteadOfRejecting(isCall('login')),
  ),
  'login-form-answers-500': no5xx(
    'On the newer path family, a form-encoded login that is rejected ends in a server error.',
    failInsteadOfRejecting(isCall('login', 'v1', 'form')),
  ),
}

/** True for a body as short as its fields allow, with the username first. */
function isInUsualSpelling(call: Call): boolean {
  const fields = membersOf(call.body)
  const shortest =
    call.encoding === 'form'
      ? new URLSearchParams(fields as Record<string, string>).toString()
      : JSON.stringify(fields)
  const [length = 0] = headerValues(call, 'content-length')
  return Object.keys(fields)[0] !== 'password' && Number(length) <= Buffer.byteLength(shortest)
}

const blank = { name: '', email: '', passwordHash: '' }

/** On the older path family, checks a login without a username against the first user of all. */
function ofFirstUser(encoding: 'json' | 'form'): Apply {
  return wrapping('shapes.credentials', (read, parts) => (call) => {
    const sent = (typeof call.body === 'object' && call.body ? call.body : {}) as Record<string, unknown>
    const isNameless = sent['username'] === undefined && sent['password'] !== undefined
    if (!isNameless || !isCall('login', 'users-v1', encoding)(call)) return read(call)
    return read({ ...call, body: { ...sent, username: parts.demo.accounts[0]?.username } })
  })
}

/** Fills in a missing field: the username with the last one seen, the password with the valid one. */
function defaults(family: PathFamily, encoding: 'json' | 'form', field: 'username' | 'password'): Apply {
  return (parts) => {
    let last = ''
    wrap(parts.shapes, 'credentials', (read) => (call) => {
      const isObject = typeof call.body === 'object' && call.body !== null
      const sent = (isObject ? call.body : {}) as Record<string, string | undefined>
      const missing = !sent[field] && isCall('login', family, encoding)(call)
      const username = sent['username'] || last
      const valid = anyPassword(parts, username)
      const filled = { username, password: sent['password'] || valid }
      const credentials = read(missing ? { ...call, body: filled } : call)
      last = credentials.username
      return credentials
    })
  }
}
