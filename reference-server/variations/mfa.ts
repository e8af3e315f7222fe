import type { Variation } from '../change.ts'

export const mfaVariations: Variation[] = [
  {
    name: 'challenge-answers-300',
    summary: 'The challenge has the status 300, as old real servers have it.',
    breaks: [],
    inconclusive: [],
    apply({ choices }) {
      choices.challengeStatus = 300
    },
  },
  {
    name: 'wrong-code-spends-seed',
    summary: 'A seed counts for one submission, right or wrong.',
    breaks: [],
    inconclusive: [],
    apply({ choices }) {
      choices.wrongCodeSpendsSeed = true
    },
  },
  {
    name: 'code-of-current-step-only',
    summary: 'The one-time code of no other time step than the current one is accepted.',
    breaks: [],
    inconclusive: [],
    apply({ choices }) {
      choices.codeWindowSteps = 0
    },
  },
]
