import type { Run } from '../run/run.ts'
import type { Case } from './registry.ts'
import type { Need } from './tools.ts'

/** Far less than the hour for which a token is valid, in milliseconds. */
const most = 5 * 60_000

/**
 * Returns how far the clock may move, in milliseconds, while a case is at work and another waits for its next one-time code.
 * 0 for a case that may sign, because a signature has a date; and for one about the private token of an account with a second
 * factor, because beside logins of that account the token may only seem to need none.
 */
export function toleratedJump(
  { phase, needs }: Pick<Case, 'phase' | 'needs'>,
  { clock, declaration: { privateTokens, accessKeys } }: Pick<Run, 'clock' | 'declaration'>,
): number {
  if (phase !== 'plain' || !clock.movable || clock.realTime) return 0
  const asks = (...some: Need[]) => needs.some((need) => some.includes(need))
  // Without a private token, any case may sign a request as its control.
  const mustSign = Boolean(accessKeys) && !privateTokens.plain && !privateTokens.mfa
  return mustSign || asks('accessKey', 'accessKey2', 'mfaPrivateToken') ? 0 : most
}
