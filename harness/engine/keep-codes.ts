import type { KeptCodes } from './registry.ts'
import type { Run } from './run.ts'

/** Keeps one-time codes of both accounts for a case that comes later, or gives them out again. */
export function keepCodes({ codes, declaration: { accounts } }: Run, kept: KeptCodes): void {
  if (accounts.mfa) codes.keep(accounts.mfa, kept.mfaAccount)
  if (accounts.mfa2) codes.keep(accounts.mfa2, kept.mfaAccount2)
}
