import type { Family } from '../../harness/facts/families.ts'

/** The rule that judges the answer to a login of an account with a second factor: each path family has its own. */
export const challengeRules = {
  'users-v1': 'mfa.challenge-shape',
  v1: 'mfa.newer-family-two-steps',
} as const satisfies Record<Family, string>
