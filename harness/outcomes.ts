import type { Exchange } from './wire/exchange.ts'

/**
 * The ways in which a case can end without passing. Each is thrown; `runCase` turns it into a verdict.
 * Anything else that is thrown is an `error`: the suite is at fault.
 */

class Outcome extends Error {
  override name = this.constructor.name
}

/** An expectation was not met: verdict `fail`. */
export class Violation extends Outcome {
  readonly wanted: string
  readonly got: string
  /** User whose right to read the list is in doubt (a 403): the failure counts only if some method has shown that right. */
  readonly ifMayList?: string
  /** A last look before the failure counts; throws SetupFailed if something else explains it. */
  confirm?: () => Promise<void>
  /** The judged exchange, if it was a single one; the timeline shows it. */
  exchange?: Exchange
  constructor(wanted: string, got: string, ifMayList?: string, exchange?: Exchange) {
    super(`expected ${wanted}, but ${got}`)
    this.wanted = wanted
    this.got = got
    if (ifMayList !== undefined) this.ifMayList = ifMayList
    if (exchange !== undefined) this.exchange = exchange
  }
}

/** A step before the judged one went wrong: verdict `inconclusive`. */
export class SetupFailed extends Outcome {}

/** The answer asks to come back later (Retry-After), and nothing else is wrong: the work may start again then. */
export class AskedToWait extends SetupFailed {}

/** Nothing was sent, because a one-time code would have expired in the wait that an earlier answer asked for. */
export class WouldExpire extends AskedToWait {}

/** The run may cause no more failed logins (limits): a case of every run is inconclusive, anything else is left out. */
export class BudgetSpent extends SetupFailed {}

/** A declared credential was rejected in two ways and never accepted: this run does not use it any more. */
export class NeverAccepted extends SetupFailed {}

/** The declaration lacks what the case needs: verdict `untested`. */
export class NotDeclared extends Outcome {
  /** Path into the declaration (`accounts.mfa`), by which the notes of the report group untested requirements. */
  readonly field: string
  constructor(field: string, message = `declare ${field}`) {
    super(message)
    this.field = field
  }
}

/** Not run, because no share of the budget was left for it. Changes neither verdict nor exit code. */
export class LeftOut extends Outcome {}

/** Left out because of a limit that the operator declared: the report names the case with its requirement. */
export class Skipped extends LeftOut {}

/** The most frequent reason for skipped cases. */
export const noneLeft =
  'limits: needs more failed logins than limits.failedLogins and failedLoginsPerAccount allow'

/** The subject is declared or was found not to support it: verdict `not-applicable`. */
export class NotSupported extends Outcome {}
