import { isSecondFactor, type Case } from '../case/registry.ts'
import type { Run } from '../../run/run.ts'
import type { RunOne } from './side-by-side.ts'
import type { Need, Tools } from '../case/tools.ts'

type Owner = 'mfa' | 'mfa2'

/** Needs that belong to one particular account with a second factor. */
const bound: readonly Need[] = ['mfaAccount2', 'mfaPrivateToken']

/** True if the codes of either account will do: no other need is bound to one, and no rejection is planned for one. */
const mayUseEither = ({ needs, rejects }: Case): boolean =>
  needs.includes('mfaAccount') && !needs.some((need) => bound.includes(need)) && rejects?.of !== 'mfa'

const needsBoth = ({ needs }: Case): boolean => needs.filter(isSecondFactor).length === 2

/** The case with the second account instead of the first. */
const onOther = (one: Case): Case => ({
  ...one,
  needs: one.needs.map((need) => (need === 'mfaAccount' ? 'mfaAccount2' : need)),
  body: (tools) =>
    one.body(Object.create(tools, { mfaAccount: { get: () => (tools as Tools).mfaAccount2 } }) as Tools),
})

/** Most cases that may use either account take at most two codes. */
const enough = 2

/** True if the run may wait for enough codes of the account, or for as many as of the other. */
export function hasCodes({ codes, declaration: { accounts } }: Run, owner: Owner): boolean {
  const [account, other] = owner === 'mfa' ? [accounts.mfa, accounts.mfa2] : [accounts.mfa2, accounts.mfa]
  if (!account) return false
  const left = codes.stepsLeft(account)
  return left >= enough || (left > 0 && (!other || left >= codes.stepsLeft(other)))
}

/** The case with the account that need not wait for its next code, or else has more left, if it may use those of either. */
export function withNextCode({ clock, codes, declaration }: Run, one: Case): Case {
  const { mfa, mfa2 } = declaration.accounts
  if (clock.movable || !mfa || !mfa2 || !mayUseEither(one)) return one
  const [waits, otherWaits] = [codes.waits(mfa), codes.waits(mfa2)]
  const isOther = waits === otherWaits ? codes.stepsLeft(mfa2) > codes.stepsLeft(mfa) : waits
  return isOther ? onOther(one) : one
}

/** True if a code that the case needs has yet to come. */
export function waitsForCode({ codes, declaration: { accounts } }: Run, { needs }: Case): boolean {
  const asked = [needs.includes('mfaAccount') && accounts.mfa, needs.includes('mfaAccount2') && accounts.mfa2]
  return asked.some((account) => account && codes.waits(account))
}

/** What decides which account a case uses, and when it runs. */
export interface CodeOptions {
  /** False if the run waits for no more codes of the account, for too few, or if it is not declared. */
  hasCodes: (owner: Owner) => boolean
  /** `withNextCode` */
  choose: (one: Case) => Case
  /** `waitsForCode` */
  waits: (one: Case) => boolean
  isJudged: (requirement: string) => boolean
  /** 1: one case after another, whatever account they use. */
  lanes: number
}

/**
 * Runs cases that wait in real time for one-time codes: those of each account one after another, side by side with those of
 * the other account. Cases that may use either go to an account that is free. The codes don't do for all cases, so those of
 * requirements that no case has judged run first.
 */
export async function inCodeLanes(
  cases: readonly Case[],
  options: CodeOptions,
  run: RunOne<Case>,
): Promise<void> {
  const waiting = new Set(cases)
  const underWay = new Set<string>()
  const isOpen = ({ requirement }: Case) => !options.isJudged(requirement) && !underWay.has(requirement)
  const begin = async (one: Case, asked: Case) => {
    waiting.delete(asked)
    underWay.add(asked.requirement)
    await run(one, () => false)
    underWay.delete(asked.requirement)
  }
  for (const isWanted of [isOpen, () => true]) await inLanes(waiting, options, isWanted, begin)
}

/**
 * Runs those that are wanted. Those that don't run beside others come last, one by one: those that use both accounts, run
 * alone, or send a wrong seed or none. A server may take that for the seed of the latest challenge, which must not be another
 * case's. Of these, those come first that need not wait for a code, and then those that need both accounts: the others can do
 * with the one that has codes left.
 */
async function inLanes(
  waiting: ReadonlySet<Case>,
  { hasCodes, choose, waits, lanes }: CodeOptions,
  isWanted: (one: Case) => boolean,
  begin: (one: Case, asked: Case) => Promise<void>,
): Promise<void> {
  const next = (may: (one: Case) => boolean) => [...waiting].find((one) => may(one) && isWanted(one))
  const lane = async (owner: Owner) => {
    const need = owner === 'mfa' ? 'mfaAccount' : 'mfaAccount2'
    const mayTake = (one: Case) =>
      !one.alone &&
      one.rejects?.of !== 'nobody' &&
      (mayUseEither(one) ? hasCodes(owner) : one.needs.filter(isSecondFactor).join() === need)
    for (let one = next(mayTake); one; one = next(mayTake))
      await begin(one.needs.includes(need) ? one : onOther(one), one)
  }
  if (lanes > 1) await Promise.all([lane('mfa'), lane('mfa2')])
  const first = () => next((one) => !waits(choose(one))) ?? next(needsBoth) ?? next(() => true)
  for (let one = first(); one; one = first()) await begin(choose(one), one)
}
