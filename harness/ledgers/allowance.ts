export type CausedBy = 'scenario cases' | 'observations' | 'properties'

/** Rejections that a case, or all observations together, may cause. */
export interface Allowance {
  left: number
  by: CausedBy
  /** What to throw if none is left. */
  spent: () => Error
  /** The judged attempt needs the allowance even if it is valid, because a server may reject it. */
  cautious?: true
  /** No rejection is planned. */
  unused?: true
}

/** True for a case that causes no rejections: its valid logins can be judged again on their own. */
export const causesNone = (allowance: Allowance | undefined): boolean =>
  allowance === undefined || allowance.unused === true
