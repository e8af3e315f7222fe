import { type Variation, wrap } from '../change.ts'

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
  {
    name: 'list-with-more-fields',
    summary: 'Each user has further fields, one of them different at each read.',
    breaks: [],
    inconclusive: [],
    apply({ answers }) {
      let reads = 0
      wrap(answers, 'user', (user) => (account, call) => ({
        ...(user(account, call) as object),
        is_active: true,
        reads: ++reads,
      }))
    },
  },
]
