import { type Defect, wrap } from '../change.ts'

export const tokenDefects: Defect[] = [
  {
    name: 'token-lives-61-minutes',
    summary: 'A token works for one minute longer than its hour.',
    breaks: [{ requirement: 'token.void-after-hour', level: 'must' }],
    blocks: [],
    apply({ choices }) {
      choices.tokenLifetimeSeconds = 61 * 60
    },
  },
  {
    name: 'token-never-expires-on-older-list',
    summary: 'The list of the older path family takes expired tokens.',
    breaks: [{ requirement: 'token.void-after-hour', level: 'must' }],
    blocks: [],
    apply({ tokens }) {
      wrap(
        tokens,
        'isExpired',
        (isExpired) => (token, call) => call.family !== 'users-v1' && isExpired(token, call),
      )
    },
  },
]
