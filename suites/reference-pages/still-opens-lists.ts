import type { Tools } from '../../harness/engine/case/tools.ts'
import { NotDeclared, SetupFailed } from '../../harness/outcomes.ts'
import type { Run } from '../../harness/run/run.ts'

/**
 * Insists that a list still opens, if one did earlier in the run, before a page counts as missing.
 * @throws SetupFailed if none does: the server may reject everything at the moment, as a firewall that bans an address does
 */
export async function stillOpensLists(
  api: Pick<Tools['api'], 'anyAccepted' | 'listFamily'>,
  { firstUses }: Pick<Run, 'firstUses'>,
): Promise<void> {
  if (firstUses.size === 0) return
  try {
    await api.anyAccepted(api.listFamily())
  } catch (error) {
    // Nothing declared opens a list without a login.
    if (error instanceof NotDeclared) return
    if (!(error instanceof SetupFailed)) throw error
    throw new SetupFailed(`no list opens any more, so all requests may be rejected now: ${error.message}`)
  }
}
