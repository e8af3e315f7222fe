import { type Requirement, under } from '../rule.ts'

/** What holds for every rejection, whichever rule caused it. */
export const refusal = {
  'refusal.no-5xx': {
    level: 'should',
    statement: 'A rejected request does not get a 5xx status.',
    source: under('Errors', 'Failed authentication (wrong credentials, bad or expired token, bad signature)'),
    reading:
      'The specification does not state the status of a rejection. A 5xx says that the server failed, not that it rejected the request (RFC 9110, section 15.6); for the other rules, a 500 between accepted requests still counts as a rejection.',
  },
} as const satisfies Record<`refusal.${string}`, Requirement>
