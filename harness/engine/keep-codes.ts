import type { Case, KeptCodes } from './registry.ts'
import type { Run } from '../run/run.ts'

type Keeping = Pick<Run, 'codes' | 'declaration' | 'failedLogins'>
type Keeper = Pick<Case, 'keepsCodes' | 'rejects'>

/** Keeps one-time codes of both accounts for a later case: one more than it needs if a login has to clear its count. */
export const keepCodes = (run: Keeping, one: Keeper): void => keep(run, one, 1)

/** Releases the codes that were kept for a case. */
export const giveCodes = (run: Keeping, one: Keeper): void => keep(run, one, -1)

function keep(run: Keeping, { keepsCodes, rejects }: Keeper, sign: 1 | -1): void {
  if (!keepsCodes) return
  const { mfa, mfa2 } = run.declaration.accounts
  const toClear = (owner: string) => (run.failedLogins.limited && rejects?.of === owner ? 1 : 0)
  const of = (need: keyof KeptCodes, owner: string) => sign * ((keepsCodes[need] ?? 0) + toClear(owner))
  if (mfa) run.codes.keep(mfa, of('mfaAccount', 'mfa'))
  if (mfa2) run.codes.keep(mfa2, of('mfaAccount2', 'mfa2'))
}
