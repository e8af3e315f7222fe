import type { Case, KeptCodes } from './registry.ts'
import type { Run } from '../run/run.ts'

type Keeping = Pick<Run, 'codes' | 'declaration' | 'failedLogins'>

/** Keeps one-time codes of both accounts for a later case: one more than it needs if a login has to clear its count. */
export function keepCodes(run: Keeping, { keepsCodes, rejects }: Pick<Case, 'keepsCodes' | 'rejects'>): void {
  if (!keepsCodes) return
  const toClear = (owner: string) => (run.failedLogins.limited && rejects?.of === owner ? 1 : 0)
  keep(run, {
    mfaAccount: keepsCodes.mfaAccount + toClear('mfa'),
    mfaAccount2: keepsCodes.mfaAccount2 + toClear('mfa2'),
  })
}

/** Releases the codes that were kept. */
export const giveCodes = (run: Keeping): void => keep(run, { mfaAccount: 0, mfaAccount2: 0 })

function keep({ codes, declaration: { accounts } }: Keeping, kept: KeptCodes): void {
  if (accounts.mfa) codes.keep(accounts.mfa, kept.mfaAccount)
  if (accounts.mfa2) codes.keep(accounts.mfa2, kept.mfaAccount2)
}
