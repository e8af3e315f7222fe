import type { PathFamily } from '../../common/choices.ts'
import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { alterAnswers, isCall, membersOf } from '../shared/alter-answers.ts'
import { onChallenge, onWay } from '../shared/blocked.ts'
import { must } from '../shared/breach.ts'

const older = must('mfa.challenge-shape')
const newer = must('mfa.newer-family-challenge-shape')
type Encoding = 'json' | 'form'

/** Challenges of another form, and challenges that open a list. */
export const challengeDefects: Defect[] = [
  {
    name: 'challenge-lacks-msg',
    summary: 'The challenge of the older path family has no msg.',
    breaks: older,
    apply: (parts) => challengeWith(parts, 'users-v1', undefined, { msg: undefined }),
  },
  {
    name: 'challenge-code-text',
    summary: 'The challenge of either path family has its code as a string, "101".',
    breaks: [...older, ...newer],
    apply: (parts) => challengeWith(parts, undefined, undefined, { code: '101' }),
  },
  {
    name: 'challenge-code-100-in-forms',
    summary: 'The challenge to a form-encoded login on the older path family has the code 100.',
    breaks: older,
    blocks: ['mfa.second-step-grants-token'],
    apply: (parts) => challengeWith(parts, 'users-v1', 'form', { code: 100 }),
  },
  {
    name: 'challenge-code-100',
    summary: 'The challenge to a JSON login on the older path family has the code 100.',
    breaks: older,
    blocks: [
      ...onChallenge,
      ...onWay,
      'mfa.newer-family-two-steps',
      'mfa.second-step-grants-token',
      'mfa.wrong-password-no-challenge',
    ],
    apply: (parts) => challengeWith(parts, 'users-v1', 'json', { code: 100 }),
  },
  {
    name: 'challenge-lacks-seed-in-forms',
    summary: 'The challenge to a form-encoded login on either path family has no seed.',
    breaks: [...older, ...newer],
    blocks: ['mfa.second-step-grants-token'],
    apply: (parts) => challengeWith(parts, undefined, 'form', { seed: undefined }),
  },
  {
    name: 'challenge-lacks-otp-url',
    summary: 'The challenge to a JSON login on either path family has no otp_url.',
    breaks: [...older, ...newer],
    blocks: [
      ...onChallenge,
      ...onWay,
      'mfa.newer-family-two-steps',
      'mfa.second-step-grants-token',
      'mfa.wrong-password-no-challenge',
    ],
    apply: (parts) => challengeWith(parts, undefined, 'json', { otp_url: undefined }),
  },
  {
    name: 'challenge-answers-500',
    summary: 'The challenge to a form-encoded login on the older path family has the status 500.',
    breaks: older,
    apply: (parts) =>
      alterAnswers(parts, isCall('login', 'users-v1', 'form'), (body, reply) => {
        if ('seed' in membersOf(body)) reply.status(500)
        return body
      }),
  },
  {
    name: 'challenge-answers-html',
    summary: 'The challenge to a JSON login on the older path family has the content type text/html.',
    breaks: older,
    apply: (parts) =>
      alterAnswers(parts, isCall('login', 'users-v1', 'json'), (body, reply) => {
        if ('seed' in membersOf(body)) reply.type('text/html')
        return 'seed' in membersOf(body) ? JSON.stringify(body) : body
      }),
  },
  {
    name: 'newer-challenge-lacks-msg',
    summary: 'The challenge of the newer path family has no msg.',
    breaks: newer,
    apply: (parts) => challengeWith(parts, 'v1', undefined, { msg: undefined }),
  },
  {
    name: 'newer-challenge-msg-list',
    summary: 'The challenge to a form-encoded login on the newer path family has a list of messages as msg.',
    breaks: newer,
    apply: (parts) => challengeWith(parts, 'v1', 'form', { msg: ['Send the code.'] }),
  },
  {
    name: 'newer-challenge-seed-number',
    summary: 'The challenge to a JSON login on the newer path family has a number as seed.',
    breaks: newer,
    blocks: ['mfa.code-one-time', 'mfa.missing-field', 'mfa.second-step-grants-token', 'mfa.wrong-code'],
    apply: (parts) => challengeWith(parts, 'v1', 'json', { seed: 4711 }),
  },
  {
    name: 'challenge-carries-token',
    summary: 'The challenge of the older path family contains the token that the second step is for.',
    breaks: must('mfa.challenge-shape', 'mfa.challenge-opens-nothing'),
    apply({ answers, tokens, accounts }) {
      wrap(answers, 'challenge', (challenge) => (seed, otpUrl, call) => {
        const body = challenge(seed, otpUrl, call) as object
        const account = accounts.find(seed.username)
        return call.family === 'users-v1' && account
          ? { ...body, token: tokens.issue(account, call).text }
          : body
      })
    },
  },
  {
    name: 'seed-works-as-bearer',
    summary: 'A seed of the older path family works as a Bearer token for the lists.',
    breaks: must('mfa.challenge-opens-nothing'),
    apply: (parts) => seedOpens(parts, 'bearer', 'users-v1'),
  },
  {
    name: 'seed-works-as-private-token',
    summary: 'A seed of the newer path family works for its list under the scheme word Token.',
    breaks: must('mfa.challenge-opens-nothing'),
    apply: (parts) => seedOpens(parts, 'token', 'v1'),
  },
  {
    name: 'seed-works-as-session',
    summary: 'A seed of the older path family works for its list as a session cookie.',
    breaks: must('mfa.challenge-opens-nothing'),
    apply: (parts) => seedOpens(parts, 'session', 'users-v1'),
  },
  {
    name: 'challenge-sets-open-session',
    summary: 'The challenge of the newer path family sets a session cookie that works at once.',
    breaks: must('mfa.challenge-opens-nothing'),
    apply(parts) {
      alterAnswers(parts, isCall('login', 'v1'), (body, reply) => {
        const seed = parts.seeds.records.get(String(membersOf(body)['seed']))
        if (seed) reply.header('set-cookie', `sessionid=${parts.sessions.start(seed.username).id}; Path=/`)
        return body
      })
    },
  },
]

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
