import { all, type ClientRequirement } from './types.ts'

const methods = ['session'] as const
const scenario = 'list by the line protocol with the method session'
const cookie = { section: 'Authentication', quote: 'cookie named `sessionid`, sent on every request' }

/** The web session, and what holds for every request. */
export const session = {
  'client.session-web-login': {
    level: 'must',
    statement: 'The session cookie is one that the web login gave.',
    source: { section: 'Authentication', quote: 'obtained by logging in through the web page' },
    reading:
      'A cookie that was set before the login succeeded may still be the one; what counts is that the server set it.',
    methods,
    trigger: scenario,
  },
  'client.session-cookie': {
    level: 'must',
    statement: 'A request for the list carries the cookie named `sessionid`.',
    source: cookie,
    methods,
    trigger: scenario,
  },
  'client.session-latest': {
    level: 'must',
    statement: 'The cookie is sent with the last value that the server set.',
    source: cookie,
    reading:
      'A server may set another value with any answer, and void the one before (RFC 6265, section 5.3).',
    methods,
    trigger: scenario,
  },
  'client.session-same-origin': {
    level: 'must',
    statement: 'The session cookie is never sent to another origin.',
    source: cookie,
    reading: 'On every request to the service. RFC 6265, section 5.4: to no other host.',
    methods,
    trigger: scenario,
  },
  'client.redirect-same-origin': {
    level: 'must',
    statement: 'Where an answer redirects to another origin, no credential is sent there.',
    source: { section: 'Service API: authentication and user listing', quote: 'Base address: {base_url}.' },
    reading:
      'Credentials are for the service at the base address. Whether a redirect is followed without them is not shown.',
    methods: ['token', 'mfa', 'private-token', 'signature'],
    trigger: 'list by the line protocol',
  },
  'client.list-get': {
    level: 'must',
    statement: 'The user list is asked for by GET.',
    source: {
      section: 'Endpoints',
      quote: 'GET | `{base_url}/api/users/v1/users/` | none; authentication header | list of users',
    },
    also: [
      {
        section: 'Endpoints',
        quote: 'GET | `{base_url}/api/v1/users/users/` | none; authentication header | list of users',
      },
    ],
    reading: 'A HEAD beside it is free.',
    methods: all,
    trigger: 'list the users',
  },
  'client.list-path': {
    level: 'must',
    statement: 'The user list is asked for at one of the two list paths.',
    source: {
      section: 'Endpoints',
      quote: '`{base_url}/api/users/v1/users/` | none; authentication header | list of users',
    },
    also: [
      {
        section: 'Endpoints',
        quote: '`{base_url}/api/v1/users/users/` | none; authentication header | list of users',
      },
      { section: 'What the service does', quote: 'The only resource endpoint named is the list of users.' },
      {
        section: 'Versioning',
        quote: 'Both path families carry a `v1` segment: `/api/users/v1/` and `/api/v1/`.',
      },
    ],
    methods: all,
    trigger: 'list the users',
  },
  'client.below-base-url': {
    level: 'must',
    statement: 'Every path is put behind the base URL, whatever path that has of its own.',
    source: { section: 'Service API: authentication and user listing', quote: 'Base address: {base_url}.' },
    methods: ['token', 'mfa', 'private-token', 'signature'],
    trigger: 'list by the line protocol',
  },
  'client.lists-users': {
    level: 'must',
    statement: 'With valid credentials the client lists the users.',
    source: {
      section: 'What the service does',
      quote:
        'A client obtains credentials (a time-limited token, a permanent private token, a session cookie, or a signed-header key pair) and calls resource endpoints with them.',
    },
    reading: 'It answers with as many records as the server gave, in any form, each with its user name.',
    methods: all,
    trigger: 'list by the line protocol',
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
