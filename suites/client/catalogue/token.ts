import { under } from '../../rule.ts'
import { logins, passwords, type ClientRequirement } from './types.ts'

const trigger = 'list the users with a token'
const scenario = 'use the list operation of the line protocol with the token or mfa method'
const hour = under(
  'States and transitions',
  'token valid | time passes | 1 hour after issue | token expired | the token no longer authenticates requests',
)

/** The one-hour token, and the permanent private token. */
export const token = {
  'client.token-bearer': {
    level: 'must',
    statement: 'The client sends a token in the `Authorization` header, after the word `Bearer`.',
    source: under(
      'Endpoints',
      'The token is then sent as `Authorization: Bearer <ACCESS_TOKEN>` on resource requests',
    ),
    also: [under('Authentication', 'header `Authorization: Bearer <ACCESS_TOKEN>`')],
    reading: 'The letter case of the scheme word does not matter (RFC 9110, section 11.1).',
    methods: logins,
    trigger,
  },
  'client.token-exact': {
    level: 'must',
    statement: 'What the client sends after `Bearer` is exactly a token that the server issued.',
    source: under('Token response', 'token | string | bearer token, valid for 1 hour'),
    reading:
      'A token is a string in any format. Judged only in scenarios, where no token is wrong on purpose.',
    methods: logins,
    trigger: scenario,
  },
  'client.token-own-account': {
    level: 'must',
    statement: 'The client uses a token only for the account that it was issued to.',
    source: under('Token', 'Obtained with username and password (see Endpoints).'),
    reading: 'Not applicable to a client that supports only one of the two methods, and so has one account.',
    methods: ['token', 'mfa'],
    needsAll: true,
    trigger: 'change the account with the use operation of the line protocol, with the methods token and mfa',
  },
  'client.token-reused': {
    level: 'should',
    statement: 'Within its hour, the client reuses a token without a new login.',
    source: under('Limits', 'Token validity | 1 hour'),
    reading:
      'A login for each request works, but sends the password each time. Judged at once and after ten minutes: a client may renew a token some time before its hour is over.',
    methods: logins,
    trigger: scenario,
  },
  'client.token-after-hour': {
    level: 'must',
    statement: 'When a token’s hour is over, the client logs in again and the request succeeds.',
    source: hour,
    also: [
      under(
        'States and transitions',
        'The token is described as single-use-style with an expiry: after expiry it is void.',
      ),
      under('Authentication', '1 hour, then void'),
    ],
    methods: logins,
    trigger: scenario,
  },
  'client.token-after-rejection': {
    level: 'must',
    statement:
      'When a token is rejected before its hour is over, the client logs in again and repeats the request.',
    source: under(
      'Errors',
      'bad or expired token, bad signature) | status codes and error body shape: not shown',
    ),
    reading: 'A server may forget tokens, for example when it restarts. One new attempt is enough.',
    methods: logins,
    trigger: scenario,
  },
  'client.no-endless-login': {
    level: 'must',
    statement: 'If every list request is rejected, the client logs in at most three times in one operation.',
    source: under(
      'Errors',
      'bad or expired token, bad signature) | status codes and error body shape: not shown',
    ),
    reading: 'Three is generous: one login, and two more for tokens that were rejected.',
    methods: passwords,
    trigger: 'use the list operation of the line protocol while every list request is rejected',
  },
  'client.private-token-scheme': {
    level: 'must',
    statement: 'The client sends a private token after the word `Token`.',
    source: under('Private token', 'Sent with the scheme word `Token` (not `Bearer`).'),
    also: [under('Authentication', 'header `Authorization: Token <PRIVATE_TOKEN>`')],
    methods: ['private-token'],
    trigger: 'list the users with CONFORMANCE_PRIVATE_TOKEN',
  },
  'client.private-token-exact': {
    level: 'must',
    statement: 'The client sends a private token exactly as it was given.',
    source: under('Private token', 'A permanent token string, one per user.'),
    methods: ['private-token'],
    trigger: 'use the list operation of the line protocol with the private-token method',
  },
  'client.private-token-alone': {
    level: 'must',
    statement: 'With a private token, the client does not log in or send a second step.',
    source: under('Private token', 'Using it avoids the second authentication step.'),
    reading:
      'Where a list goes wrong, a client may fall back to a login: it no longer uses the private token.',
    methods: ['private-token'],
    trigger: 'use the list operation of the line protocol with the private-token method',
  },
  'client.private-token-not-requested': {
    level: 'must',
    statement: 'The client does not try to get a private token from the server.',
    source: under(
      'Private token',
      'Created only from the server command line, never through the web interface, for security reasons.',
    ),
    also: [
      under('Private token', 'It is not created through the web interface.'),
      under('Private token', 'It is created through a server-side command line by an operator.'),
    ],
    reading:
      'With a private token in use, a request breaks this rule if it goes to a path other than a list’s and its path or body mentions tokens.',
    methods: ['private-token'],
    trigger: 'use the list operation of the line protocol with the private-token method',
  },
  'client.private-token-permanent': {
    level: 'must',
    statement: 'The client still uses a private token in the same way after more than a year.',
    source: under('Limits', 'Private token validity | permanent'),
    methods: ['private-token'],
    trigger: 'use the list operation of the line protocol with the private-token method',
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
