import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { isCall } from '../shared/alter-answers.ts'
import { onOlderChallenge } from '../shared/blocked.ts'
import { breaking, must } from '../shared/breach.ts'
import { skipWhere } from './skip-where.ts'

const newerFamilyTwoSteps = breaking(must('mfa.newer-family-two-steps'))

/** Ways in which the second step is skipped. */
export const mfaDefects: Record<string, Defect> = {
  'mfa-skipped-on-form': breaking(must('mfa.newer-family-two-steps', 'mfa.challenge-shape'))(
    'A form-encoded login of an account with a second factor gets a token at once.',
    skipWhere(({ encoding }) => encoding === 'form'),
    { blocks: ['mfa.newer-family-challenge-shape', 'mfa.second-step-grants-token'] },
  ),
  'mfa-skipped-on-newer-form': newerFamilyTwoSteps(
    'On the newer path family a form-encoded login never needs a second step.',
    skipWhere(isCall('login', 'v1', 'form')),
    { blocks: ['mfa.newer-family-challenge-shape'] },
  ),
  'mfa-skipped-on-newer-family': breaking(must('mfa.newer-family-two-steps', 'mfa.challenge-opens-nothing'))(
    'The newer path family does not support the second factor.',
    skipWhere(({ family }) => family === 'v1'),
    { blocks: ['mfa.newer-family-challenge-shape'] },
  ),
  'mfa-skipped-on-older-family': breaking(must('mfa.challenge-shape', 'mfa.challenge-opens-nothing'))(
    'The older path family does not support the second factor.',
    skipWhere(({ family }) => family !== 'v1'),
    { blocks: onOlderChallenge },
  ),
  'mfa-remembered-on-older-family': {
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
  'mfa-remembered-on-newer-family': newerFamilyTwoSteps(
    'For four seconds after a second step, a login on the newer path family needs none.',
    (parts) => remember(parts, 'v1'),
  ),
}

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
