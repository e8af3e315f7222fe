import type { Case, KeptCodes } from '../case/registry.ts'
import type { Run } from '../../run/run.ts'

type Keeping = Pick<Run, 'codes' | 'declaration' | 'failedLogins'>

/** Keeps one-time codes of both accounts for a later case: one more than it needs if a login has to clear its count. */
export function keepCodes(run: Keeping, one: Pick<Case, 'id' | 'keepsCodes' | 'rejects'>): void {
  const { id, keepsCodes, rejects } = one
  if (!keepsCodes) return
  const toClear = (owner: string) => (run.failedLogins.limited && rejects?.of === owner ? 1 : 0)
  const { mfaAccount = 0, mfaAccount2 = 0 } = keepsCodes
  keep(run, id, { mfaAccount: mfaAccount + toClear('mfa'), mfaAccount2: mfaAccount2 + toClear('mfa2') })
}

/** Releases the codes that were kept for a case. */
export const giveCodes = (run: Keeping, { id }: Pick<Case, 'id'>): void =>
  keep(run, id, { mfaAccount: 0, mfaAccount2: 0 })

function keep({ codes, declaration }: Keeping, id: string, kept: Required<KeptCodes>): void {
  const { mfa, mfa2 } = declaration.accounts
  if (mfa) codes.keep(mfa, id, kept.mfaAccount)
  if (mfa2) codes.keep(mfa2, id, kept.mfaAccount2)
}
