import type { Variation } from '../change.ts'

export const signatureVariations: Variation[] = [
  {
    name: 'signature-accepted-once',
    summary: 'The same signature is refused the second time.',
    breaks: [],
    inconclusive: [],
    apply({ choices }) {
      choices.signatureAcceptedOnce = true
    },
  },
]
