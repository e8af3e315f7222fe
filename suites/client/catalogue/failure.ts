import { all, logins, type ClientRequirement } from './types.ts'

const status = {
  section: 'Errors',
  quote:
    'Failed authentication (wrong credentials, bad or expired token, bad signature) | status codes and error body shape: not shown',
}
const list = {
  section: 'Endpoints',
  quote: 'none; authentication header | list of users',
}
const reading =
  'The operation ends with "ok": false. An empty list in its place would pass for a service without users.'

/** What fails is told, never hidden. */
export const failure = {
  'client.fails-wrong-password': {
    level: 'must',
    statement: 'A rejected login ends as a failure.',
    source: status,
    reading,
    methods: logins,
    trigger: 'list by the line protocol with a password that is rejected',
  },
  'client.fails-second-step': {
    level: 'must',
    statement: 'A rejected second step ends as a failure.',
    source: status,
    reading,
    methods: ['mfa'],
    trigger: 'list by the line protocol while second steps are rejected',
  },
  'client.fails-rejected-list': {
    level: 'must',
    statement: 'A list that is rejected ends as a failure.',
    source: status,
    reading,
    methods: all,
    trigger: 'list by the line protocol while lists are rejected',
  },
  'client.fails-server-error': {
    level: 'must',
    statement: 'A server error instead of the list ends as a failure.',
    source: list,
    reading,
    methods: all,
    trigger: 'list by the line protocol while the server fails',
  },
  'client.fails-garbage': {
    level: 'must',
    statement: 'An answer that is no JSON, instead of the list, ends as a failure.',
    source: list,
    reading,
    methods: all,
    trigger: 'list by the line protocol',
  },
  'client.fails-cut': {
    level: 'must',
    statement: 'A list that was cut off is no list: the client asks again, or fails.',
    source: list,
    reading: 'A client that takes what came by then for the whole list hides users.',
    methods: all,
    trigger: 'list by the line protocol',
  },
  'client.survives-one-error': {
    level: 'should',
    statement: 'After one server error or one connection that was cut off the client goes on to work.',
    source: list,
    reading: 'The operation may fail; the next one finds the server well, and must not.',
    methods: all,
    trigger: 'list by the line protocol',
  },
  'client.waits-retry-after': {
    level: 'should',
    statement:
      'After 429 with Retry-After no request is sent before that time is over, and the list then succeeds.',
    source: { section: 'Limits', quote: 'Rate limits, paging sizes and body size limits: not shown.' },
    reading: 'RFC 6585, section 4, and RFC 9110, section 10.2.3.',
    methods: all,
    trigger: 'list by the line protocol',
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
