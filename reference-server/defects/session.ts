import { type Defect, wrap } from '../change.ts'

export const sessionDefects: Defect[] = [
  {
    name: 'session-good-before-login',
    summary: 'The cookie that the login page sets opens the list without a login.',
    breaks: [{ requirement: 'session.not-before-login', level: 'must' }],
    blocks: [],
    apply({ accounts, sessions }) {
      wrap(
        sessions,
        'userOf',
        (userOf) => (session, call) => userOf(session, call) ?? accounts.all()[0]?.username,
      )
    },
  },
]
