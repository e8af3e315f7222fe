import { type Defect, wrap } from '../change.ts'
import type { Account } from '../domain/accounts.ts'

export const usersDefects: Defect[] = [
  {
    name: 'list-remembers-last-caller',
    summary: 'A request without credentials is taken for one from the last caller.',
    breaks: [
      { requirement: 'anonymous.no-credentials', level: 'must' },
      { requirement: 'anonymous.next-request', level: 'must' },
    ],
    blocks: [],
    apply(parts) {
      let last: Account | undefined
      wrap(parts, 'authenticate', (of) => async (call) => {
        const named = call.rawHeaders.some((name) => /^(?:authorization|cookie)$/i.test(name))
        const account = named ? await of(call) : last
        last = account ?? last
        return account
      })
    },
  },
]
