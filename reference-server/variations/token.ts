import type { Variation } from '../change.ts'

export const tokenVariations: Variation[] = [
  {
    name: 'same-token-while-it-lives',
    summary: 'A login answers the token of the one before while that lives.',
    breaks: [],
    inconclusive: [],
    apply({ choices }) {
      choices.sameTokenWhileItLives = true
    },
  },
]
