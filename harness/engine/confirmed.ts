import { comparableBody, isSamePage } from '../client/answer.ts'
import { listPath } from '../facts/families.ts'
import { SetupFailed, Violation } from '../outcomes.ts'
import { WireFailure } from '../wire/exchange.ts'
import { bodyForReport } from '../wire/body-for-report.ts'
import { runAsCase, type CurrentCase } from '../run/current-case.ts'
import type { Run } from '../run/run.ts'
import type { Traced } from '../run/trace.ts'

export const banned =
  'the server rejects everything now (403): a ban, or a limit on requests? Declare a lower limits.failedLogins or limits.requestsPerSecond, or wait until it is over'

/** How many requests ask if there is a ban: a server that limits requests with 403 lets one through now and then. */
export const askedAtOnce = 8

/**
 * Returns the error that counts. Confirms a violation first, if it has a way to do so. A failed setup step stays as it is,
 * but a ban that explains it is noted.
 */
export async function confirmed(error: unknown, current: CurrentCase): Promise<unknown> {
  const { run, trace } = current
  const isViolation = error instanceof Violation
  if (!isViolation && !(error instanceof SetupFailed)) return error
  const judged = isViolation ? error.exchange : undefined
  const last =
    trace.exchanges.find(({ exchange }) => exchange && exchange === judged) ??
    trace.exchanges.findLast(({ exchange }) => exchange)
  const mayBeNews = last?.exchange?.response.status === 403 && (isViolation || !run.hints.has(banned))
  if (mayBeNews && (await isBanned(run, last))) {
    run.hints.add(banned)
    return isViolation ? new SetupFailed(banned) : error
  }
  if (!isViolation || !error.confirm) return error
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
