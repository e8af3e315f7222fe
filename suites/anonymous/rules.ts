import { type Requirement, under } from '../rule.ts'

const credentials =
  'A client obtains credentials (a time-limited token, a permanent private token, a session cookie, or a signed-header key pair) and calls resource endpoints with them'
const does = 'What the service does'

/** Requests without a credential, or with one that the server never issued. */
export const anonymous = {
  'anonymous.no-credentials': {
    level: 'must',
    statement: 'A request without credentials gets no user list.',
    source: under('Endpoints', 'none; authentication header | list of users'),
    also: [under(does, credentials)],
    reading:
      'The table requires the header, and the text requires credentials: serving the list without them would make both meaningless.',
  },
  'anonymous.unknown-token': {
    level: 'must',
    statement: 'A `Bearer` token that was never issued does not give access to the user list.',
    source: under(does, credentials),
    reading: 'A token that differs from a valid one only in letter case may be treated as the same token.',
  },
  'anonymous.unknown-private-token': {
    level: 'must',
    statement: 'A private token that was never created does not give access to the user list.',
    source: under(does, credentials),
    reading:
      'A token that differs from an existing one only in letter case may be treated as the same token.',
  },
  'anonymous.unknown-session': {
    level: 'must',
    statement: 'A `sessionid` cookie that the server never set does not give access to the user list.',
    source: under(does, credentials),
  },
  'anonymous.unknown-key': {
    level: 'must',
    statement: 'A request signed consistently with a key that the server does not know gets no user list.',
    source: under(
      'Access key signature',
      'authenticates the request only if they agree; otherwise authentication fails',
    ),
    reading: 'Both key ID and key secret are made up, and the signature is valid for them.',
  },
  'anonymous.next-request': {
    level: 'must',
    statement:
      'A request without credentials does not get the user list, even on a connection that has just carried an accepted request.',
    source: under('Endpoints', 'none; authentication header | list of users'),
    reading:
      'With every method, the credential has to be sent with each request. Cookies that the accepted response set are not sent back.',
  },
} as const satisfies Record<`anonymous.${string}`, Requirement>
