import { isSecondFactor, type Case } from './registry.ts'
import type { Run } from '../run/run.ts'
import type { RunOne } from './side-by-side.ts'
import type { Need, Tools } from './tools.ts'

type Owner = 'mfa' | 'mfa2'

/** Needs that belong to one particular account with a second factor. */
const bound: readonly Need[] = ['mfaAccount2', 'mfaPrivateToken']

/** True if the codes of either account will do: no other need is bound to one, and no rejection is planned for one. */
const mayUseEither = ({ needs, rejects }: Case): boolean =>
  needs.includes('mfaAccount') && !needs.some((need) => bound.includes(need)) && rejects?.of !== 'mfa'

/** The case with the second account instead of the first. */
const onOther = (one: Case): Case => ({
  ...one,
  needs: one.needs.map((need) => (need === 'mfaAccount' ? 'mfaAccount2' : need)),
  body: (tools) =>
    one.body(Object.create(tools, { mfaAccount: { get: () => (tools as Tools).mfaAccount2 } }) as Tools),
})

/** The case with the account that has more codes left to wait for in real time, if it may use those of either. */
export function withMoreCodes({ clock, codes, declaration }: Run, one: Case): Case {
  const { mfa, mfa2 } = declaration.accounts
  if (clock.movable || !mfa || !mfa2 || !mayUseEither(one)) return one
  return codes.stepsLeft(mfa2) > codes.stepsLeft(mfa) ? onOther(one) : one
}

/**
 * Runs cases that wait in real time for one-time codes: those of each account one after another, side by side with those of
 * the other account. Cases that may use either go to an account that is free. Those that use both, or run alone, come last.
 * @param hasCodes false if the run waits for no more codes of the account, or if it is not declared
 */
export async function inCodeLanes(
  cases: readonly Case[],
  hasCodes: (owner: Owner) => boolean,
  run: RunOne<Case>,
): Promise<void> {
  const waiting = [...cases]
  const lane = async (owner: Owner) => {
    const need = owner === 'mfa' ? 'mfaAccount' : 'mfaAccount2'
    const mayTake = (one: Case) =>
      !one.alone && (mayUseEither(one) ? hasCodes(owner) : one.needs.filter(isSecondFactor).join() === need)
    for (;;) {
      const next = waiting.findIndex(mayTake)
      const [one] = next < 0 ? [] : waiting.splice(next, 1)
      if (!one) return
      await run(one.needs.includes(need) ? one : onOther(one), () => false)
    }
  }
  await Promise.all([lane('mfa'), lane('mfa2')])
  for (const one of waiting) await run(one, () => false)
}
