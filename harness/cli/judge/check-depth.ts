import type { Declaration } from '../../subject/declaration/declaration.ts'
import { UsageError } from '../../subject/subject-error.ts'

/** @throws UsageError if the complete test sets can't run; it names the declared fields that prevent it */
export function checkDepth({ accounts, clock, limits, mfaFlow }: Declaration): void {
  const missing = [
    clock.kind === 'none' || clock.kind === 'wait' ? 'a clock that can be moved (clock.kind)' : undefined,
    limits.failedLogins === 0 ? undefined : 'limits.failedLogins: 0',
    limits.failedLoginsPerAccount === 0 ? undefined : 'limits.failedLoginsPerAccount: 0',
    ...(['plain', 'mfa', 'mfa2'] as const).map((name) => (accounts[name] ? undefined : `accounts.${name}`)),
    mfaFlow === 'seed' ? undefined : 'mfaFlow: seed',
  ].filter((part) => part !== undefined)
  if (missing.length > 0)
    throw new UsageError(
      `--depth sends thousands of requests over days of the subject's time; declare ${missing.join(', ')}`,
    )
}
