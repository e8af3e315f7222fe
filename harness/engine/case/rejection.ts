import type { Family } from '../../facts/families.ts'

/** Whose failed logins a case causes. `other`: the second account without a second factor, or else the first. */
export type Owner = 'plain' | 'other' | 'mfa' | 'mfa2' | 'nobody'

/** What a case costs if failed logins are limited: one rejection, or for a property, as many as are left. */
export interface Rejection {
  of: Owner
  /** 1: the likeliest fault of real servers. Cases of a later rank get what earlier ones leave. */
  rank: number
  /** The case judges the login of this family only. */
  family?: Family
  /** Random inputs, which come last. */
  property?: true
  /** The case is judged only if no account without a second factor is declared. */
  undeclared?: true
  /**
   * Most servers accept the request, and then it costs nothing. If a server rejects it, the least likely fault of the
   * same account that comes later is not tried. Unusual valid codes count as well.
   */
  hopeful?: true
  /** The hopeful case that sends such a request to the other path family: if that was rejected, this one is left out. */
  alike?: string
  /** The case runs late, and uses what is left of the reserve for valid logins that are rejected. For one case only. */
  fromReserve?: true
  /** The case that judges the same with another account: if that one can run, this one comes after all others. */
  repeats?: string
}
