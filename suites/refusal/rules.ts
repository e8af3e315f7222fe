import type { Requirement } from '../catalogue/types.ts'

/** What holds for every refusal, whichever rule it comes from. */
export const refusal = {
  'refusal.no-5xx': {
    level: 'should',
    statement: 'A request that is refused is not answered with a 5xx status.',
    source: {
      section: 'Errors',
      quote: 'Failed authentication (wrong credentials, bad or expired token, bad signature)',
    },
    reading:
      'The status of a refusal is not shown. A 5xx says that the server failed, not that it refused (RFC 9110, section 15.6); a 500 between accepted requests still counts as a refusal for the rule that is judged.',
  },
} as const satisfies Record<`refusal.${string}`, Requirement>
