import type { PathFamily } from '../../common/choices.ts'
import { type Defect, wrap, wrapping } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { alterAnswers, isCall, membersOf } from '../shared/alter-answers.ts'
import { onNewerChallenge, onOlderChallenge } from '../shared/blocked.ts'
import { breaking, must } from '../shared/breach.ts'

const older = breaking(must('mfa.challenge-shape'))
const newer = breaking(must('mfa.newer-family-challenge-shape'))
const both = breaking(must('mfa.challenge-shape', 'mfa.newer-family-challenge-shape'))
const opensNothing = breaking(must('mfa.challenge-opens-nothing'))
type Encoding = 'json' | 'form'

/** Challenges of another form, and challenges that open a list. */
export const challengeDefects: Record<string, Defect> = {
  'challenge-lacks-msg': older('The challenge of the older path family has no msg.', (parts) =>
    challengeWith(parts, 'users-v1', undefined, { msg: undefined }),
  ),
  'challenge-code-text': both(
    'The challenge of either path family has its code as a string, "101".',
    (parts) => challengeWith(parts, undefined, undefined, { code: '101' }),
  ),
  'challenge-code-100-in-forms': older(
    'The challenge to a form-encoded login on the older path family has the code 100.',
    (parts) => challengeWith(parts, 'users-v1', 'form', { code: 100 }),
    { blocks: ['mfa.second-step-grants-token'] },
  ),
  'challenge-code-100': older(
    'The challenge to a JSON login on the older path family has the code 100.',
    (parts) => challengeWith(parts, 'users-v1', 'json', { code: 100 }),
    { blocks: onOlderChallenge },
  ),
  'challenge-lacks-seed-in-forms': both(
    'The challenge to a form-encoded login on either path family has no seed.',
    (parts) => challengeWith(parts, undefined, 'form', { seed: undefined }),
    { blocks: ['mfa.second-step-grants-token'] },
  ),
  'challenge-lacks-otp-url': both(
    'The challenge to a JSON login on either path family has no otp_url.',
    (parts) => challengeWith(parts, undefined, 'json', { otp_url: undefined }),
    { blocks: onOlderChallenge },
  ),
  'challenge-answers-500': older(
    'The challenge to a form-encoded login on the older path family has the status 500.',
    alterAnswers(isCall('login', 'users-v1', 'form'), (body, reply) => {
      if ('seed' in membersOf(body)) reply.status(500)
      return body
    }),
  ),
  'challenge-answers-html': older(
    'The challenge to a JSON login on the older path family has the content type text/html.',
    alterAnswers(isCall('login', 'users-v1', 'json'), (body, reply) => {
      if ('seed' in membersOf(body)) reply.type('text/html')
      return 'seed' in membersOf(body) ? JSON.stringify(body) : body
    }),
  ),
  'newer-challenge-lacks-msg': newer('The challenge of the newer path family has no msg.', (parts) =>
    challengeWith(parts, 'v1', undefined, { msg: undefined }),
  ),
  'newer-challenge-msg-list': newer(
    'The challenge to a form-encoded login on the newer path family has a list of messages as msg.',
    (parts) => challengeWith(parts, 'v1', 'form', { msg: ['Send the code.'] }),
  ),
  'newer-challenge-seed-number': newer(
    'The challenge to a JSON login on the newer path family has a number as seed.',
    (parts) => challengeWith(parts, 'v1', 'json', { seed: 4711 }),
    { blocks: [...onNewerChallenge, 'mfa.code-one-time', 'mfa.second-step-grants-token'] },
  ),
  'challenge-carries-token': breaking(must('mfa.challenge-shape', 'mfa.challenge-opens-nothing'))(
    'The challenge of the older path family contains the token that the second step is for.',
    wrapping('answers.challenge', (challenge, { tokens, accounts }) => (seed, otpUrl, call) => {
      const body = challenge(seed, otpUrl, call) as object
      const account = accounts.find(seed.username)
      return call.family === 'users-v1' && account
        ? { ...body, token: tokens.issue(account, call).text }
        : body
    }),
  ),
  'seed-works-as-bearer': opensNothing(
    'A seed of the older path family works as a Bearer token for the lists.',
    (parts) => seedOpens(parts, 'bearer', 'users-v1'),
  ),
  'seed-works-as-private-token': opensNothing(
    'A seed of the newer path family works for its list under the scheme word Token.',
    (parts) => seedOpens(parts, 'token', 'v1'),
  ),
  'seed-works-as-session': opensNothing(
    'A seed of the older path family works for its list as a session cookie.',
    (parts) => seedOpens(parts, 'session', 'users-v1'),
  ),
  'challenge-sets-open-session': opensNothing(
    'The challenge of the newer path family sets a session cookie that works at once.',
    (parts) => {
      alterAnswers(isCall('login', 'v1'), (body, reply) => {
        const seed = parts.seeds.records.get(String(membersOf(body)['seed']))
        if (seed) reply.header('set-cookie', `sessionid=${parts.sessions.start(seed.username).id}; Path=/`)
        return body
      })(parts)
    },
  ),
}

/** Sets members of the challenge; undefined removes one. */
function challengeWith(
  parts: Parts,
  family: PathFamily | undefined,
  encoding: Encoding | undefined,
  members: Record<string, unknown>,
): void {
  wrap(parts.answers, 'challenge', (challenge) => (seed, otpUrl, call) => {
    const body = challenge(seed, otpUrl, call) as object
    return isCall('login', family, encoding)(call) ? { ...body, ...members } : body
  })
}

/** Accepts an unspent seed as a credential of a method on the list of a family. */
function seedOpens(
  { methods, seeds, accounts }: Parts,
  method: 'bearer' | 'token' | 'session',
  family: PathFamily,
) {
  wrap(methods, method, (valid) => (text, call) => {
    const seed = call.family === family ? seeds.find(text, call) : undefined
    return seed ? accounts.find(seed.username) : valid(text, call)
  })
}
