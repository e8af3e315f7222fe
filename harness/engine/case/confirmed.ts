import { comparableBody, isSamePage } from '../../client/answer.ts'
import { listPath } from '../../facts/families.ts'
import { AskedToWait, BudgetSpent, NeverAccepted, SetupFailed, Violation } from '../../outcomes.ts'
import { WireFailure } from '../../wire/exchange.ts'
import { bodyForReport } from '../../wire/shown/body-for-report.ts'
import { runAsCase, type CurrentCase } from '../../run/current-case.ts'
import type { Run } from '../../run/run.ts'
import type { Traced } from '../../run/trace.ts'

export const banned =
  'the server rejects everything now (403): a ban, or a limit on requests? Declare a lower limits.failedLogins or limits.requestsPerSecond, or wait until it is over'

/** What is said of a failed setup step once a ban was seen: doctor would meet it too. */
const mayBeBanned =
  '; the server may have banned this client: wait until the ban is over or lift it, or lower limits.failedLogins'

/** How many requests ask if there is a ban: a server that limits requests with 403 lets one through now and then. */
export const askedAtOnce = 8

/**
 * Returns the error that counts. Confirms a violation first, if it has a way to do so. A ban is noted, and named in the message of
 * a failed setup step if it may be the reason.
 */
export async function confirmed(error: unknown, current: CurrentCase): Promise<unknown> {
  const { run, trace } = current
  const isViolation = error instanceof Violation
  if (!isViolation && !(error instanceof SetupFailed)) return error
  const judged = isViolation ? error.exchange : undefined
  const last =
    trace.exchanges.find(({ exchange }) => exchange && exchange === judged) ??
    trace.exchanges.findLast(({ exchange }) => exchange)
  const isForbidden = last?.exchange?.response.status === 403
  const mayBeNews = isForbidden && (isViolation || !run.hints.has(banned))
  if (mayBeNews && (await isBanned(run, last))) {
    run.hints.add(banned)
    if (isViolation) return new SetupFailed(banned)
  }
  if (!isViolation) {
    // Nothing is sent for an account that was rejected too often.
    const mayBeDueToBan = isForbidden || error instanceof NeverAccepted || error instanceof BudgetSpent
    const isNamed = mayBeDueToBan && !(error instanceof AskedToWait) && run.hints.has(banned)
    return isNamed ? new SetupFailed(error.message + mayBeBanned) : error
  }
  if (!error.confirm) return error
  try {
    await runAsCase(current, error.confirm)
    return error
  } catch (explanation) {
    return explanation
  }
}

/**
 * True if the list now answers a request without credentials with 403, as it answered the request in question (words with
 * digits aside), but answered differently at the start of the run. Then the rejection says nothing about the request.
 */
async function isBanned(run: Run, { exchange: last, shown }: Traced): Promise<boolean> {
  const { firstStatus } = run
  if (last?.response.status !== 403 || firstStatus === undefined || firstStatus === 403) return false
  const isSame = async () => {
    const headers = [['Accept', 'application/json']] as const
    const target = run.wire.prefix + listPath.v1
    const now = await run.wire.send({ method: 'GET', target, headers }, { part: 'list' })
    if (now.response.status !== 403) return false
    return shown === undefined
      ? isSamePage(comparableBody(now), comparableBody(last))
      : isSamePage(bodyForReport(now), shown)
  }
  try {
    return (await Promise.all(Array.from({ length: askedAtOnce }, isSame))).includes(true)
  } catch (error) {
    if (error instanceof WireFailure) return false
    throw error
  }
}
