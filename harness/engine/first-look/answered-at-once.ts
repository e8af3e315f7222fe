import { listPath } from '../../facts/families.ts'
import type { Run } from '../../run/run.ts'
import { WireFailure, type Exchange } from '../../wire/exchange.ts'
import { largeBytes } from '../../wire/large-bodies.ts'

/**
 * Sends as many requests at once as may be in flight. If the subject has no room for some, and closes their connections or
 * answers 429 or 503, sends no more at once from then on than it answered. Sends nothing in a sequential run, or if such
 * an answer is large.
 * @param probe the answer to one such request
 */
export async function keepToAnsweredAtOnce(run: Run, probe: Pick<Exchange, 'response'>): Promise<void> {
  const { wire, declaration, rateLimit, hints, sequential } = run
  const { concurrency, requestsPerSecond } = declaration.limits
  if (sequential || requestsPerSecond > 0 || probe.response.body.length > largeBytes) return
  const headers = [['Accept', 'application/json']] as const
  const ask = () =>
    wire.send(
      { method: 'GET', target: wire.prefix + listPath.v1, headers },
      { part: 'list', freshConnection: true },
    )
  let most = concurrency
  // A fast server has answered some before the last ones come, so it may have room for fewer than it answered.
  for (let isSure = false; !isSure && most > 1;) {
    const sent = await Promise.allSettled(Array.from({ length: most }, ask))
    for (const one of sent) if (one.status === 'fulfilled') rateLimit.answered(one.value)
    const closed = sent.filter(isClosed).length
    const turnedAway = sent.filter(isTurnedAway).length
    // If it turns all away, this is no limit on requests in flight.
    if (turnedAway === most) return
    isSure = closed === 0 || turnedAway > 0
    most = Math.max(1, most - closed - turnedAway)
  }
  if (most === concurrency) return
  wire.keepTo(most)
  run.declaration = { ...declaration, limits: { ...declaration.limits, concurrency: most } }
  hints.add(
    `of ${concurrency} requests at once, the subject had no room for ${concurrency - most}, so it got ${most} at once from then on: set limits.concurrency to the number that it answers`,
  )
}

const isClosed = (sent: PromiseSettledResult<unknown>) =>
  sent.status === 'rejected' &&
  sent.reason instanceof WireFailure &&
  (sent.reason.kind === 'cut' || sent.reason.kind === 'refused')

const isTurnedAway = (sent: PromiseSettledResult<Exchange>) =>
  sent.status === 'fulfilled' && [429, 503].includes(sent.value.response.status)
