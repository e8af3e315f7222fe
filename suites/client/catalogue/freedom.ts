import { all, logins, type ClientRequirement } from './types.ts'

const trigger = 'list by the line protocol'
const status = {
  section: 'Errors',
  quote:
    'Failed authentication (wrong credentials, bad or expired token, bad signature) | status codes and error body shape: not shown',
}
const token = { section: 'Token response', quote: 'token | string | bearer token, valid for 1 hour' }

/** What the specification leaves open must not break a client: one rule for each freedom. */
export const freedom = {
  'client.tolerates-login-status': {
    level: 'must',
    statement: 'A token response may have any status of success.',
    source: { section: 'Endpoints', quote: 'credential request | token response' },
    reading: 'The table of endpoints names a body, and no status.',
    methods: logins,
    trigger,
  },
  'client.tolerates-more-fields': {
    level: 'must',
    statement: 'Answers may have further fields.',
    source: token,
    methods: logins,
    trigger,
  },
  'client.tolerates-challenge-status': {
    level: 'must',
    statement: 'A challenge may have any status.',
    source: {
      section: 'Errors',
      quote:
        'Login with MFA enabled and first step accepted | body with code 101, msg, otp_url and seed (see Resources)',
    },
    reading: 'It is known by its body. Servers in the field answer 200, 300 and 401.',
    methods: ['mfa'],
    trigger,
  },
  'client.tolerates-challenge-msg': {
    level: 'must',
    statement: 'The text in `msg` may be of any language, or empty.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'human-readable text asking the client to resubmit with the seed for the second step',
    },
    methods: ['mfa'],
    trigger,
  },
  'client.tolerates-seed-text': {
    level: 'must',
    statement: 'A seed may have any length and any characters.',
    source: { section: 'Second-factor challenge response', quote: 'seed | string | one-time value' },
    methods: ['mfa'],
    trigger,
  },
  'client.tolerates-token-text': {
    level: 'must',
    statement: 'A token may have any length and any form.',
    source: token,
    methods: logins,
    trigger,
  },
  'client.tolerates-same-token': {
    level: 'must',
    statement: 'A later login may answer the token of an earlier one.',
    source: token,
    reading: 'Nothing says that each login makes another token; servers in the field answer the same one.',
    methods: logins,
    trigger,
  },
  'client.tolerates-list-shape': {
    level: 'must',
    statement: 'The list may stand anywhere in the body, in any order, with any fields.',
    source: {
      section: 'Endpoints',
      quote: 'the response body of the user list (shape, paging)',
    },
    also: [{ section: 'User', quote: 'Fields of the user record returned by the user list: not shown.' }],
    reading: 'An array of objects, at the top or below names of any kind.',
    methods: all,
    trigger,
  },
  'client.tolerates-rejection': {
    level: 'must',
    statement: 'A token may be rejected with any status and any body.',
    source: status,
    reading: 'An answer without a list of users is a rejection, whatever its status.',
    methods: logins,
    trigger,
  },
  'client.tolerates-one-family': {
    level: 'must',
    statement: 'A server may have one of the path families only.',
    source: { section: 'Endpoints', quote: 'Two path families appear.' },
    also: [
      {
        section: 'Versioning',
        quote: 'the exact server version at which the path family changes: not shown',
      },
    ],
    reading: 'The one that the client uses. Not applicable to a client that uses both.',
    methods: all,
    trigger,
  },
  'client.tolerates-json': {
    level: 'must',
    statement: 'JSON may be written with any white space and escapes.',
    source: {
      section: 'Service API: authentication and user listing',
      quote: 'The service is a web service with an HTTP JSON API.',
    },
    methods: all,
    trigger,
  },
  'client.tolerates-http': {
    level: 'must',
    statement: 'Answers may use what HTTP allows: chunks, closed connections, names in capitals, no Date.',
    source: {
      section: 'Service API: authentication and user listing',
      quote: 'The service is a web service with an HTTP JSON API.',
    },
    also: [
      {
        section: 'What the service does',
        quote: 'The service exposes an HTTP API used by programs and by a browser front end.',
      },
    ],
    methods: all,
    trigger,
  },
  'client.tolerates-session-text': {
    level: 'must',
    statement: 'The value of the session cookie may have any characters that a cookie may have.',
    source: { section: 'Authentication', quote: 'cookie named `sessionid`, sent on every request' },
    methods: ['session'],
    trigger,
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
