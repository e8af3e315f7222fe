import { type Apply, type Defect, ofEach, wrapping } from '../change.ts'
import type { Call } from '../../common/call.ts'
import { alterAnswers, isCall, membersOf } from '../shared/alter-answers.ts'
import { onForms, onNewerJson } from '../shared/blocked.ts'
import { breaking, must } from '../shared/breach.ts'

const tokenResponse = breaking(must('login.token-response'))
const formEncoded = breaking(must('login.form-encoded', 'login.token-response'))
const noChallengeWithoutMfa = breaking(must('login.no-challenge-without-mfa'))

/** Successful logins answered in another form. */
export const loginAnswerDefects: Record<string, Defect> = {
  'login-answers-html': tokenResponse(
    'The token response has the content type text/html.',
    tokenTyped('text/html', isCall('login')),
  ),
  'login-newer-form-answers-plain-text': tokenResponse(
    'A form-encoded login on the newer path family is answered as text/plain.',
    tokenTyped('text/plain', isCall('login', 'v1', 'form')),
  ),
  'login-older-json-answers-vendor-type': tokenResponse(
    'A JSON login on the older path family is answered as application/vnd.api+json.',
    tokenTyped('application/vnd.api+json', isCall('login', 'users-v1', 'json')),
  ),
  ...ofEach([0, 8] as const, (ahead) => [
    ahead === 0
      ? 'login-newer-json-adds-one-to-last-hour'
      : 'login-older-json-adds-one-to-last-hour-in-china',
    breaking(must('login.json'))(
      `A JSON login on the ${ahead === 0 ? 'newer' : 'older'} path family from 23:00 on (${ahead === 0 ? 'UTC' : 'China'}) ends in a server error, because there is no hour 24.`,
      wrapping('tokens.issue', (issue, { clock }) => (account, call) => {
        const hour = new Date(clock.now() + ahead * 3_600_000).getUTCHours()
        if (hour === 23 && isCall('login', ahead === 0 ? 'v1' : 'users-v1', 'json')(call))
          throw new RangeError('hour must be in 0..23')
        return issue(account, call)
      }),
    ),
  ]),
  'login-older-form-adds-one-to-last-hour': breaking(must('login.form-encoded'))(
    'A form-encoded login on the older path family from 23:00 on (UTC) ends in a server error, because there is no hour 24.',
    wrapping('tokens.issue', (issue, { clock }) => (account, call) => {
      if (new Date(clock.now()).getUTCHours() === 23 && isCall('login', 'users-v1', 'form')(call))
        throw new RangeError('hour must be in 0..23')
      return issue(account, call)
    }),
  ),
  'login-older-json-adds-one-to-last-day': breaking(must('login.json'))(
    'A JSON login on the older path family in the last hour of a month (UTC) ends in a server error, because there is no day 32.',
    wrapping('tokens.issue', (issue, { clock }) => (account, call) => {
      const month = (ms: number) => new Date(ms).getUTCMonth()
      if (month(clock.now()) !== month(clock.now() + 3_600_000) && isCall('login', 'users-v1', 'json')(call))
        throw new RangeError('day is out of range for month')
      return issue(account, call)
    }),
  ),
  'login-newer-json-adds-one-to-leap-year': breaking(must('login.json'))(
    'A JSON login on the newer path family on 29 February (UTC) ends in a server error, because that day does not come a year later.',
    wrapping('tokens.issue', (issue, { clock }) => (account, call) => {
      const isLeapDay = new Date(clock.now()).toISOString().slice(5, 10) === '02-29'
      if (isLeapDay && isCall('login', 'v1', 'json')(call))
        throw new RangeError('day is out of range for month')
      return issue(account, call)
    }),
  ),
  'login-newer-json-token-wrapped': breaking(must('login.json', 'login.token-response'))(
    'A JSON login on the newer path family puts the token one level down, in data.',
    tokenAs('v1', 'json', (token) => ({ data: { token } })),
    { blocks: onNewerJson },
  ),
  'login-older-form-token-null': formEncoded(
    'A form-encoded login on the older path family returns the token null.',
    tokenAs('users-v1', 'form', () => ({ token: null })),
    { blocks: [...onForms, 'mfa.challenge-shape'] },
  ),
  'login-newer-form-access-token': formEncoded(
    'A form-encoded login on the newer path family calls the token access_token.',
    tokenAs('v1', 'form', (token) => ({ access_token: token })),
    { blocks: [...onForms, 'mfa.newer-family-two-steps'] },
  ),
  'login-newer-family-token-number': breaking(
    must('login.json', 'login.form-encoded', 'login.token-response'),
  )(
    'The newer path family returns a number as the token.',
    (parts) => {
      for (const encoding of ['json', 'form'] as const)
        tokenAs('v1', encoding, () => ({ token: parts.clock.now() }))(parts)
    },
    { blocks: onNewerJson },
  ),
  'login-token-beside-code-101': noChallengeWithoutMfa(
    'A JSON login returns a token together with the code of a challenge.',
    alterAnswers(isCall('login', undefined, 'json'), (body) => ({ code: 101, ...membersOf(body) })),
  ),
  'login-older-form-token-beside-seed': noChallengeWithoutMfa(
    'A form-encoded login on the older path family returns a seed and a path with every token.',
    alterAnswers(isCall('login', 'users-v1', 'form'), (body) => ({
      seed: 'none',
      otp_url: '/api/users/v1/otp/auth/',
      ...membersOf(body),
    })),
  ),
  'login-newer-form-always-challenged': breaking(
    must('login.form-encoded', 'login.no-challenge-without-mfa', 'login.token-response'),
  )(
    'A form-encoded login on the newer path family asks every account for a second factor.',
    wrapping('needsSecondStep', (needs) => (account, call) => {
      return needs(account, call) || isCall('login', 'v1', 'form')(call)
    }),
    { blocks: [...onForms, 'mfa.newer-family-two-steps'] },
  ),
}

/** Sends a token as JSON text with another content type. */
function tokenTyped(type: string, which: (call: Call) => boolean): Apply {
  return alterAnswers(which, (body, reply) => {
    if (!('token' in membersOf(body))) return body
    reply.type(type)
    return JSON.stringify(body)
  })
}

function tokenAs(
  family: 'users-v1' | 'v1',
  encoding: 'json' | 'form',
  shape: (token: unknown) => object,
): Apply {
  return alterAnswers(isCall('login', family, encoding), (body) => {
    const { token } = membersOf(body)
    return token === undefined ? body : shape(token)
  })
}
