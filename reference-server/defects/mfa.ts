import { setImmediate } from 'node:timers/promises'
import { type Defect, wrap } from '../change.ts'

export const mfaDefects: Defect[] = [
  {
    name: 'mfa-skipped-on-form',
    summary: 'A form-encoded login of an account with a second factor gets a token at once.',
    breaks: [
      { requirement: 'mfa.newer-family-two-steps', level: 'must' },
      { requirement: 'mfa.challenge-shape', level: 'must' },
    ],
    blocks: ['mfa.second-step-grants-token'],
    apply(parts) {
      wrap(
        parts,
        'needsSecondStep',
        (needs) => (account, call) => call.encoding !== 'form' && needs(account, call),
      )
    },
  },
  {
    name: 'challenge-lacks-msg',
    summary: 'The challenge of the older path family has no msg.',
    breaks: [{ requirement: 'mfa.challenge-shape', level: 'must' }],
    blocks: [],
    apply({ answers }) {
      wrap(answers, 'challenge', (challenge) => (seed, otpUrl, call) => {
        const { msg, ...rest } = challenge(seed, otpUrl, call) as Record<string, unknown>
        return call.family === 'users-v1' ? rest : { ...rest, msg }
      })
    },
  },
  {
    name: 'seed-redeemed-twice-at-once',
    summary: 'Two submissions of one seed at the same moment each buy a token.',
    breaks: [
      { requirement: 'mfa.seed-one-time', level: 'must' },
      { requirement: 'mfa.code-one-time', level: 'should' },
    ],
    blocks: [],
    stateful: true,
    apply({ choices, seeds }) {
      choices.codeAcceptedOncePerStep = false
      wrap(seeds, 'spend', (spend) => async (seed, call) => {
        const free = !seed.spent
        await setImmediate()
        await spend(seed, call)
        return free
      })
    },
  },
]
