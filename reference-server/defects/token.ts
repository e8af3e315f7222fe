import { type Defect, wrap } from '../change.ts'

export const tokenDefects: Defect[] = [
  {
    name: 'token-lives-61-minutes',
    summary: 'A token works for one minute longer than its hour.',
    breaks: [
      { requirement: 'token.void-after-hour', level: 'must' },
      { requirement: 'token.fixed-hour', level: 'must' },
    ],
    blocks: ['token.stays-void'],
    apply({ choices }) {
      choices.tokenLifetimeSeconds = 61 * 60
    },
  },
  {
    name: 'token-never-expires-on-older-list',
    summary: 'The list of the older path family takes expired tokens.',
    breaks: [
      { requirement: 'token.void-after-hour', level: 'must' },
      { requirement: 'token.fixed-hour', level: 'must' },
    ],
    blocks: ['token.stays-void'],
    apply({ tokens }) {
      wrap(
        tokens,
        'isExpired',
        (isExpired) => (token, call) => call.family !== 'users-v1' && isExpired(token, call),
      )
    },
  },
  {
    name: 'token-expired-accepted-once',
    summary: 'An expired token opens the list one more time.',
    breaks: [
      { requirement: 'token.void-after-hour', level: 'must' },
      { requirement: 'token.fixed-hour', level: 'must' },
    ],
    blocks: ['token.stays-void'],
    apply({ tokens }) {
      const forgiven = new Set<string>()
      wrap(tokens, 'isExpired', (isExpired) => (token, call) => {
        return isExpired(token, call) && forgiven.size === forgiven.add(token.text).size
      })
    },
  },
  {
    name: 'token-slides',
    summary: 'Each use of a token begins its hour anew.',
    breaks: [{ requirement: 'token.fixed-hour', level: 'must' }],
    blocks: [],
    apply({ clock, tokens }) {
      wrap(tokens, 'accepts', (accepts) => (text, call) => {
        const username = accepts(text, call)
        const token = tokens.find(text, call)
        if (token && username !== undefined) token.issuedAt = clock.now()
        return username
      })
    },
  },
  {
    name: 'token-prefix-is-enough',
    summary: 'The first sixteen characters of a token open the list.',
    breaks: [{ requirement: 'anonymous.unknown-token', level: 'must' }],
    blocks: [],
    apply({ tokens }) {
      wrap(tokens, 'find', (find) => (text, call) => {
        const started = [...tokens.records.keys()].find(
          (known) => text.length >= 16 && known.startsWith(text),
        )
        return find(text, call) ?? tokens.records.get(started ?? '')
      })
    },
  },
]
