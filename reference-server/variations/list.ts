import type { Variation } from '../change.ts'

export const listVariations: Variation[] = [
  {
    name: 'list-in-results',
    summary: 'The list is paged: {count, next, previous, results}.',
    breaks: [],
    inconclusive: [],
    apply({ answers }) {
      answers.users = (results) => ({ count: results.length, next: null, previous: null, results })
    },
  },
]
