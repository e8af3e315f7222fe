import type { Requirement } from '../catalogue/types.ts'

/** The session cookie of the web login. */
export const session = {
  'session.accepted': {
    level: 'must',
    statement: 'The cookie `sessionid` of a logged-in session, sent with the request, opens the user list.',
    source: { section: 'Authentication', quote: 'cookie named `sessionid`, sent on every request' },
    reading:
      'The cookie comes from the declared web login or is declared itself. It may be renewed by any answer.',
  },
  'session.web-login': {
    level: 'must',
    statement: 'Logging in through the web page sets a cookie named `sessionid`.',
    source: { section: 'Authentication', quote: 'obtained by logging in through the web page' },
    reading:
      'Where the page stands, its fields and its protection against forged requests are not shown: they are declared. Judged with an account without a second factor.',
  },
  'session.not-before-login': {
    level: 'must',
    statement: 'A cookie `sessionid` that was set before the login succeeded opens no user list.',
    source: { section: 'Authentication', quote: 'obtained by logging in through the web page' },
    reading:
      'Neither showing the login page nor a login that fails is logging in. Whether the cookie keeps its value when the login succeeds is not shown.',
  },
} as const satisfies Record<`session.${string}`, Requirement>
