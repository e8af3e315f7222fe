import { comparableBody, isSamePage } from '../../client/answer.ts'
import { listPath } from '../../facts/families.ts'
import { AskedToWait, BudgetSpent, NeverAccepted, SetupFailed, Violation } from '../../outcomes.ts'
import { WireFailure, type Exchange } from '../../wire/exchange.ts'
import { bodyForReport } from '../../wire/shown/body-for-report.ts'
import { runAsCase, type CurrentCase } from '../../run/current-case.ts'
import type { Run } from '../../run/run.ts'
import { askedAtOnce } from './asked-at-once.ts'
import { demandNotForbidden } from './demand-not-forbidden.ts'
import { demandSomethingOpens } from './demand-something-opens.ts'
import { patiently } from './patiently.ts'
import type { Traced } from '../../run/trace.ts'

export const banned =
  'the server rejects everything now: a ban, or a limit on requests? Declare a lower limits.failedLogins or limits.requestsPerSecond, or wait until it is over'

/** What is said of a failed setup step once a ban was seen: doctor would meet it too. */
const mayBeBanned =
  '; the server may have banned this client: wait until the ban is over or lift it, or lower limits.failedLogins'

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
    // The trace holds a copy of a large answer, without its body, so the requests are compared.
    trace.exchanges.find(({ exchange }) => exchange && exchange.request === judged?.request) ??
    trace.exchanges.findLast(({ exchange }) => exchange)
  const status = last?.exchange?.response.status
  const isForbidden = status === 403
  const mayBeNews = isViolation ? isForbidden || status === 401 : isForbidden && !run.hints.has(banned)
  if (last && mayBeNews && (await isBanned(run, last))) {
    run.hints.add(banned)
    if (isViolation) return new SetupFailed(banned)
  }
  if (!isViolation) {
    // Nothing is sent for an account that was rejected too often.
    const mayBeDueToBan = isForbidden || error instanceof NeverAccepted || error instanceof BudgetSpent
    const isNamed = mayBeDueToBan && !(error instanceof AskedToWait) && run.hints.has(banned)
    return isNamed ? new SetupFailed(error.message + mayBeBanned) : error
  }
  const { ifMayList } = error
  const allowed =
    judged && isForbidden && ifMayList !== undefined
      ? () => demandNotForbidden(current, judged, ifMayList)
      : undefined
  const confirm = error.confirm ?? allowed
  const opens = judged && mayBeNews ? () => demandSomethingOpens(current, judged) : undefined
  try {
    for (const look of [confirm, opens])
      if (look) await patiently(run, () => runAsCase(current, look), undefined, current.until)
    return error
  } catch (explanation) {
    return explanation
  }
}

/**
 * True if the list now answers a request without credentials as it answered the request in question (words with digits aside),
 * but answered differently at the start of the run. Then the rejection says nothing about the request.
 */
async function isBanned(run: Run, { exchange: last, shown }: Traced): Promise<boolean> {
  const { firstStatus, firstBody } = run
  // A server that failed at first, as one that is starting may, has not shown what it usually answers.
  if (!last || firstStatus === undefined || firstStatus >= 500) return false
  const { status } = last.response
  const isLast = (exchange: Exchange) =>
    shown === undefined
      ? isSamePage(comparableBody(exchange), comparableBody(last))
      : isSamePage(bodyForReport(exchange), shown)
  const isFirst =
    shown !== undefined || firstBody === undefined || isSamePage(firstBody, comparableBody(last))
  if (status === firstStatus && isFirst) return false
  const isSame = async () => {
    const headers = [['Accept', 'application/json']] as const
    const target = run.wire.prefix + listPath.v1
    // A ban holds for every connection.
    const sent = { part: 'list', freshConnection: true } as const
    const now = await run.wire.send({ method: 'GET', target, headers }, sent)
    return now.response.status === status && isLast(now)
  }
  try {
    const count = status === 403 ? askedAtOnce : 1
    return (await Promise.all(Array.from({ length: count }, isSame))).includes(true)
  } catch (error) {
    if (error instanceof WireFailure) return false
    throw error
  }
}
