import { under } from '../../rule.ts'
import { all, logins, type ClientRequirement } from './types.ts'

const trigger = 'use the list operation of the line protocol'
const status = under(
  'Errors',
  'Failed authentication (wrong credentials, bad or expired token, bad signature) | status codes and error body shape: not shown',
)
const token = under('Token response', 'token | string | bearer token, valid for 1 hour')

/** What the specification leaves open must not break a client: one rule for each freedom. */
export const freedom = {
  'client.tolerates-login-status': {
    level: 'must',
    statement: 'A token response may have any success status.',
    source: under('Endpoints', 'credential request | token response'),
    reading: 'The endpoint table gives a body, but no status.',
    methods: logins,
    trigger,
  },
  'client.tolerates-more-fields': {
    level: 'must',
    statement: 'Responses may have additional fields.',
    source: token,
    methods: logins,
    trigger,
  },
  'client.tolerates-challenge-status': {
    level: 'must',
    statement: 'A challenge may have any status.',
    source: under(
      'Errors',
      'Login with MFA enabled and first step accepted | body with code 101, msg, otp_url and seed (see Resources)',
    ),
    reading: 'A client recognises it by its body. Real servers return 200, 300 and 401.',
    methods: ['mfa'],
    trigger,
  },
  'client.tolerates-challenge-msg': {
    level: 'must',
    statement: 'The text in `msg` may be in any language, or empty.',
    source: under(
      'Second-factor challenge response',
      'human-readable text asking the client to resubmit with the seed for the second step',
    ),
    methods: ['mfa'],
    trigger,
  },
  'client.tolerates-seed-text': {
    level: 'must',
    statement: 'A seed may have any length and any characters.',
    source: under('Second-factor challenge response', 'seed | string | one-time value'),
    methods: ['mfa'],
    trigger,
  },
  'client.tolerates-token-text': {
    level: 'must',
    statement: 'A token may have any length and any format.',
    source: token,
    methods: logins,
    trigger,
  },
  'client.tolerates-same-token': {
    level: 'must',
    statement: 'A later login may return the token of an earlier one.',
    source: token,
    reading:
      'The specification does not say that each login creates a new token; real servers return the same one.',
    methods: logins,
    trigger,
  },
  'client.tolerates-list-shape': {
    level: 'must',
    statement: 'The list may be anywhere in the body, in any order, with any fields.',
    source: under('Endpoints', 'the response body of the user list (shape, paging)'),
    also: [under('User', 'Fields of the user record returned by the user list: not shown.')],
    reading: 'It is an array of objects, at the top level or below any keys.',
    methods: all,
    trigger,
  },
  'client.tolerates-rejection': {
    level: 'must',
    statement: 'A token may be rejected with any status and any body.',
    source: status,
    reading:
      'A response without a list of users is a rejection, whatever its status. A login that carries a void token may be rejected as well.',
    methods: logins,
    trigger,
  },
  'client.tolerates-one-family': {
    level: 'must',
    statement: 'A server may have only one of the path families.',
    source: under('Endpoints', 'Two path families appear.'),
    also: [under('Versioning', 'the exact server version at which the path family changes: not shown')],
    reading: 'This is the family that the client uses. Not applicable to a client that uses both.',
    methods: all,
    trigger,
  },
  'client.tolerates-json': {
    level: 'must',
    statement: 'JSON may contain any white space and escapes.',
    source: under(
      'Service API: authentication and user listing',
      'The service is a web service with an HTTP JSON API.',
    ),
    methods: all,
    trigger,
  },
  'client.tolerates-http': {
    level: 'must',
    statement:
      'Responses may use everything that HTTP allows: chunks, closed connections, header names in capitals, no Date, gzip if the client accepts it.',
    source: under(
      'Service API: authentication and user listing',
      'The service is a web service with an HTTP JSON API.',
    ),
    also: [
      under(
        'What the service does',
        'The service exposes an HTTP API used by programs and by a browser front end.',
      ),
    ],
    methods: all,
    trigger,
  },
  'client.tolerates-session-text': {
    level: 'must',
    statement: 'The session cookie’s value may have any characters that are allowed in a cookie.',
    source: under('Authentication', 'cookie named `sessionid`, sent on every request'),
    methods: ['session'],
    trigger,
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
