import { type Requirement, under } from '../rule.ts'

/** The session cookie of the web login. */
export const session = {
  'session.accepted': {
    level: 'must',
    statement:
      'The `sessionid` cookie of a logged-in session, sent with the request, gives access to the user list.',
    source: under('Authentication', 'cookie named `sessionid`, sent on every request'),
    reading:
      'The cookie comes from the declared web login or is itself declared. Any response may renew it. The specification does not say how long a session lasts, so a declared cookie that opens no list proves nothing.',
  },
  'session.web-login': {
    level: 'must',
    statement: 'Logging in through the web page sets a cookie named `sessionid`.',
    source: under('Authentication', 'obtained by logging in through the web page'),
    also: [under('Authentication', 'cookie named `sessionid`, sent on every request')],
    reading:
      'Sent on every request means that the path of the cookie, if it contains the login page, contains the lists too. The specification does not show the page’s path, its fields or its CSRF protection, so they are declared. Judged with an account without a second factor. A login that an error or its page answers, and that sets no new cookie, was rejected and is not judged.',
  },
  'session.not-before-login': {
    level: 'must',
    statement:
      'A `sessionid` cookie that was set before the login succeeded does not give access to the user list.',
    source: under('Authentication', 'obtained by logging in through the web page'),
    reading:
      'Neither loading the login page nor a failed login counts as logging in. The specification does not say whether the cookie keeps its value when the login succeeds.',
  },
} as const satisfies Record<`session.${string}`, Requirement>
