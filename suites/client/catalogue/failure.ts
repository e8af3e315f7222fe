import { under } from '../../rule.ts'
import { all, passwords, type ClientRequirement } from './types.ts'

const status = under(
  'Errors',
  'Failed authentication (wrong credentials, bad or expired token, bad signature) | status codes and error body shape: not shown',
)
const list = under('Endpoints', 'none; authentication header | list of users')
const reading =
  'The operation ends with "ok": false. An empty list in its place would pass for a service without users.'

/** A client reports what fails and never hides it. */
export const failure = {
  'client.fails-wrong-password': {
    level: 'must',
    statement: 'The client reports a rejected login as a failure.',
    source: status,
    reading: `${reading} The list from before would hide the rejection of a later login. A login that redirects to another origin grants nothing either.`,
    methods: passwords,
    trigger: 'use the list operation of the line protocol with a password that is rejected',
  },
  'client.fails-second-step': {
    level: 'must',
    statement: 'The client reports a rejected second step as a failure.',
    source: status,
    reading: `${reading} One that redirects to another origin grants nothing either.`,
    methods: ['mfa'],
    trigger: 'use the list operation of the line protocol while second steps are rejected',
  },
  'client.fails-rejected-list': {
    level: 'must',
    statement: 'The client reports a rejected list request as a failure.',
    source: status,
    reading: `${reading} The list from before would hide the rejection. A rejection may have status 200; its JSON then has no list of any shape. A redirect to another origin is no list either.`,
    methods: all,
    trigger: 'use the list operation of the line protocol while list requests are rejected',
  },
  'client.fails-server-error': {
    level: 'must',
    statement: 'The client reports a server error instead of the list as a failure.',
    source: list,
    reading: `${reading} The body of the error may have an empty list in it; the status tells. A login or second step that is answered with a server error leads to no list either.`,
    methods: all,
    trigger: 'use the list operation of the line protocol while the server fails',
  },
  'client.fails-garbage': {
    level: 'must',
    statement: 'The client reports a response that is not JSON, instead of the list, as a failure.',
    source: list,
    reading: `${reading} No body at all is no JSON either.`,
    methods: all,
    trigger: 'use the list operation of the line protocol',
  },
  'client.fails-cut': {
    level: 'must',
    statement: 'A truncated response is not a list: the client requests the list again, or fails.',
    source: list,
    reading: 'A client that treats the part it received as the whole list hides users.',
    methods: all,
    trigger: 'use the list operation of the line protocol',
  },
  'client.survives-one-error': {
    level: 'should',
    statement: 'After one server error or one broken connection, the client keeps working.',
    source: list,
    reading:
      'This applies to the list, the login, also by the web page, and the second step. The operation may fail; for the next one the server works again, so it must succeed.',
    methods: all,
    trigger: 'use the list operation of the line protocol',
  },
  'client.waits-slow-response': {
    level: 'should',
    statement: 'The client waits for a slow response, and keeps working.',
    source: list,
    reading:
      'How long a response may take is not shown. This one takes a second and a half, and comes in two parts; the next list follows at the usual pace.',
    methods: all,
    trigger: 'use the list operation of the line protocol',
  },
  'client.waits-retry-after': {
    level: 'should',
    statement:
      'After 429 with Retry-After, the client sends no request before that time is over, and then gets the list.',
    source: under('Limits', 'Rate limits, paging sizes and body size limits: not shown.'),
    reading:
      'RFC 6585, section 4, and RFC 9110, section 10.2.3. The server sends seconds, never a date: whether a date is past depends on the clock, and a client may keep the real time or the server’s. Requests that were under way when the 429 came, or waited for a connection, don’t count. A client may fail instead of repeating a login or a second step, and may log in again where a second step is limited.',
    methods: all,
    trigger: 'use the list operation of the line protocol',
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
