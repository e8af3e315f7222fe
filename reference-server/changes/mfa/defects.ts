import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { isCall } from '../shared/alter-answers.ts'
import { onOlderChallenge } from '../shared/blocked.ts'
import { breaking, must } from '../shared/breach.ts'
import { skipWhere } from './skip-where.ts'
import { bypassDefects } from './bypasses.ts'
import { challengeDefects } from './challenge.ts'
import { codeDefects } from './codes.ts'
import { mfaLookupDefects } from './lookups.ts'
import { otherRequestDefects } from './other-requests.ts'
import { otpUrlDefects } from './otp-url.ts'
import { publicValueDefects } from './public-values.ts'
import { secondStepDefects } from './second-step.ts'
import { seedDefects } from './seeds.ts'

const newerFamilyTwoSteps = breaking(must('mfa.newer-family-two-steps'))

/** Ways in which the second step is skipped. */
const skips: Defect[] = [
  breaking(must('mfa.newer-family-two-steps', 'mfa.challenge-shape'))(
    'mfa-skipped-on-form',
    'A form-encoded login of an account with a second factor gets a token at once.',
    skipWhere(({ encoding }) => encoding === 'form'),
    { blocks: ['mfa.newer-family-challenge-shape', 'mfa.second-step-grants-token'] },
  ),
  newerFamilyTwoSteps(
    'mfa-skipped-on-newer-form',
    'On the newer path family a form-encoded login never needs a second step.',
    skipWhere(isCall('login', 'v1', 'form')),
    { blocks: ['mfa.newer-family-challenge-shape'] },
  ),
  breaking(must('mfa.newer-family-two-steps', 'mfa.challenge-opens-nothing'))(
    'mfa-skipped-on-newer-family',
    'The newer path family does not support the second factor.',
    skipWhere(({ family }) => family === 'v1'),
    { blocks: ['mfa.newer-family-challenge-shape'] },
  ),
  breaking(must('mfa.challenge-shape', 'mfa.challenge-opens-nothing'))(
    'mfa-skipped-on-older-family',
    'The older path family does not support the second factor.',
    skipWhere(({ family }) => family !== 'v1'),
    { blocks: onOlderChallenge },
  ),
  {
    name: 'mfa-remembered-on-older-family',
    summary: 'For four seconds after a second step, a login on the older path family needs none.',
    breaks: must('mfa.challenge-shape'),
    blocks: [
      'mfa.code-one-time',
      'mfa.seed-fresh',
      'mfa.seed-per-account',
      'mfa.wrong-code',
      'mfa.wrong-password-no-challenge',
    ],
    apply: (parts) => remember(parts, 'users-v1'),
  },
  newerFamilyTwoSteps(
    'mfa-remembered-on-newer-family',
    'For four seconds after a second step, a login on the newer path family needs none.',
    (parts) => remember(parts, 'v1'),
  ),
]

/** Every defect of login with a second factor. */
export const mfaDefects: Defect[] = [
  ...skips,
  ...bypassDefects,
  ...challengeDefects,
  ...otpUrlDefects,
  ...seedDefects,
  ...codeDefects,
  ...secondStepDefects,
  ...mfaLookupDefects,
  ...otherRequestDefects,
  ...publicValueDefects,
]

function remember(parts: Parts, family: 'users-v1' | 'v1'): void {
  const doneAt = new Map<string, number>()
  wrap(parts.tokens, 'issue', (issue) => (account, call) => {
    if (call.operation === 'second-step') doneAt.set(account.username, parts.clock.now())
    return issue(account, call)
  })
  wrap(parts, 'needsSecondStep', (needs) => (account, call) => {
    const trusted = parts.clock.now() - (doneAt.get(account.username) ?? -Infinity) < 4000
    return needs(account, call) && !(trusted && call.family === family)
  })
}
