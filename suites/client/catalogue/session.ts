import { under } from '../../rule.ts'
import { all, type ClientRequirement } from './types.ts'

const methods = ['session'] as const
const scenario = 'use the list operation of the line protocol with the session method'
const cookie = under('Authentication', 'cookie named `sessionid`, sent on every request')

/** The web session, and what holds for every request. */
export const session = {
  'client.session-web-login': {
    level: 'must',
    statement: 'The session cookie is one that the web login set.',
    source: under('Authentication', 'obtained by logging in through the web page'),
    reading:
      'A cookie that was set before the login succeeded may be the session cookie; what counts is that the server set it.',
    methods,
    trigger: scenario,
  },
  'client.session-cookie': {
    level: 'must',
    statement: 'A request for the list has the cookie named `sessionid`.',
    source: cookie,
    reading:
      'A client may request the list without a cookie before it logs in, or beside a request with it or before a list from a cache, to look whether the server is there.',
    methods,
    trigger: scenario,
  },
  'client.session-latest': {
    level: 'must',
    statement: 'The client sends the cookie with the latest value that the server set.',
    source: cookie,
    reading:
      'A server may set a new value in any response, and invalidate the previous one (RFC 6265, section 5.3). Of several requests for one list, one has to have it: the others may have waited for a connection.',
    methods,
    trigger: scenario,
  },
  'client.session-same-origin': {
    level: 'must',
    statement: 'The client never sends the session cookie to another origin.',
    source: cookie,
    reading:
      '“Every request” means every request to the service: RFC 6265, section 5.4, allows no other host.',
    methods,
    trigger: scenario,
  },
  'client.redirect-same-origin': {
    level: 'must',
    statement: 'If a response redirects to another origin, the client sends no credential there.',
    source: under('Service API: authentication and user listing', 'Base address: {base_url}.'),
    reading:
      'Credentials are for the service at the base address. The specification does not say whether a client follows such a redirect without them.',
    methods: all,
    trigger: 'use the list operation of the line protocol',
  },
  'client.list-get': {
    level: 'must',
    statement: 'The client requests the user list with GET, and without a body.',
    source: under(
      'Endpoints',
      'GET | `{base_url}/api/users/v1/users/` | none; authentication header | list of users',
    ),
    also: [
      under(
        'Endpoints',
        'GET | `{base_url}/api/v1/users/users/` | none; authentication header | list of users',
      ),
    ],
    reading: '“None” is what the table gives as the request’s body. An additional HEAD request is allowed.',
    methods: all,
    trigger: 'list the users',
  },
  'client.list-path': {
    level: 'must',
    statement: 'The client requests the user list at one of the two list paths.',
    source: under(
      'Endpoints',
      '`{base_url}/api/users/v1/users/` | none; authentication header | list of users',
    ),
    also: [
      under('Endpoints', '`{base_url}/api/v1/users/users/` | none; authentication header | list of users'),
      under('What the service does', 'The only resource endpoint named is the list of users.'),
      under('Versioning', 'Both path families carry a `v1` segment: `/api/users/v1/` and `/api/v1/`.'),
    ],
    methods: all,
    trigger: 'list the users',
  },
  'client.below-base-url': {
    level: 'must',
    statement: 'The client appends every path to the base URL, even if the base URL has a path of its own.',
    source: under('Service API: authentication and user listing', 'Base address: {base_url}.'),
    methods: all,
    trigger: 'use the list operation of the line protocol',
  },
  'client.lists-users': {
    level: 'must',
    statement: 'With valid credentials, the client lists the users.',
    source: under(
      'What the service does',
      'A client obtains credentials (a time-limited token, a permanent private token, a session cookie, or a signed-header key pair) and calls resource endpoints with them.',
    ),
    reading:
      'The client outputs as many records as the server returned, in any format, each with its username.',
    methods: all,
    trigger: 'use the list operation of the line protocol',
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
