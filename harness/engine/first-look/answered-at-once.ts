import { asksToWait } from '../../client/send.ts'
import { listPath } from '../../facts/families.ts'
import type { Run } from '../../run/run.ts'
import { WireFailure, type Exchange } from '../../wire/exchange.ts'
import { largeBytes } from '../../wire/large-bodies.ts'
import { longestMs } from '../../wire/socket/watched-socket.ts'

type Sent = PromiseSettledResult<Exchange>

/**
 * Sends as many requests at once as may be in flight. If the subject has no room for some, sends fewer at once from then on.
 * Sends nothing in a sequential run, or if such an answer is large.
 * @param probe the answer to one such request
 */
export async function keepToAnsweredAtOnce(run: Run, probe: Pick<Exchange, 'response'>): Promise<void> {
  const { concurrency, requestsPerSecond } = run.declaration.limits
  if (run.sequential || requestsPerSecond > 0 || probe.response.body.length > largeBytes) return
  // The connection of the probe takes no room.
  run.wire.keepTo(concurrency, concurrency)
  const sent = await sendAtOnce(run, concurrency)
  run.wire.keepTo(concurrency)
  const most = await roomFor(run, sent)
  if (most < concurrency)
    return keepTo(
      run,
      most,
      `of ${concurrency} requests at once, the subject had no room for ${concurrency - most}`,
      'the number that it answers',
    )
  await keepToServedConnections(run, sent)
}

/** Returns how many the subject answers if it closes the connections of the others, or answers 429 or 503 to them. */
async function roomFor(run: Run, first: readonly Sent[]): Promise<number> {
  // A fast server has answered some before the last ones come, so it may have room for fewer than it answered.
  for (let sent = first; ;) {
    const closed = sent.filter(isClosed).length
    const turnedAway = sent.filter(isTurnedAway).length
    const areAllAway = turnedAway === sent.length
    // If it turns one away, too, this is no limit on requests in flight. If it says when it has room again, it is asked then.
    if (areAllAway && (sent.length === 1 || sent.some(asksLater))) {
      run.wire.keepTo(first.length)
      return first.length
    }
    // While too many connections are open, some servers turn all away.
    const most = areAllAway ? Math.floor(sent.length / 2) : Math.max(1, sent.length - closed - turnedAway)
    if (!areAllAway && (closed === 0 || turnedAway > 0)) return most
    // It may have counted connections that were still open.
    run.wire.keepTo(most, most)
    if (most === 1 && !areAllAway) return most
    sent = await sendAtOnce(run, most)
  }
}

/**
 * A server may serve only so many connections at a time, and let others wait until the client closes one. Then connections
 * that are kept open, for reuse and for what may follow an answer, leave fewer for requests.
 */
async function keepToServedConnections(run: Run, sent: readonly Sent[]): Promise<void> {
  const { length } = sent
  const first = answeredTogether(sent)
  if (first === 0 || first === length) return
  // The network may have delayed one.
  const served = Math.max(first, answeredTogether(await sendAtOnce(run, length)))
  if (served === length) return
  run.wire.keepTo(served, served)
  // If some still come late, they wait for something else.
  if (answeredTogether(await sendAtOnce(run, length)) < length) return run.wire.keepTo(length)
  keepTo(
    run,
    served,
    `the subject answers on ${served} connection${served === 1 ? '' : 's'} at a time, and on others once we close one`,
    `${served}, or let it serve more`,
  )
}

/** Returns the most that were answered without waiting for as long as we keep a connection open. */
function answeredTogether(sent: readonly Sent[]): number {
  const times = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value.answeredAt] : []))
  let [most, together, before] = [0, 0, -Infinity]
  for (const at of times.toSorted((a, b) => a - b)) {
    together = at - before < gapMs ? together + 1 : 1
    most = Math.max(most, together)
    before = at
  }
  return most
}

const gapMs = 0.9 * longestMs

async function sendAtOnce({ wire, rateLimit }: Run, count: number): Promise<Sent[]> {
  const headers = [['Accept', 'application/json']] as const
  const request = { method: 'GET', target: wire.prefix + listPath.v1, headers }
  const send = () => wire.send(request, { part: 'list', freshConnection: true })
  const sent = await Promise.allSettled(Array.from({ length: count }, send))
  for (const one of sent) if (one.status === 'fulfilled') rateLimit.answered(one.value)
  return sent
}

/** A server may count connections that are still open, whatever it answers to further ones. */
function keepTo(run: Run, most: number, because: string, advice: string): void {
  const { wire, declaration, hints } = run
  wire.keepTo(most, most)
  run.declaration = { ...declaration, limits: { ...declaration.limits, concurrency: most } }
  hints.add(`${because}, so it got ${most} at once from then on: set limits.concurrency to ${advice}`)
}

const isClosed = (sent: Sent) =>
  sent.status === 'rejected' &&
  sent.reason instanceof WireFailure &&
  (sent.reason.kind === 'cut' || sent.reason.kind === 'refused')

const isTurnedAway = (sent: Sent) =>
  sent.status === 'fulfilled' && [429, 503].includes(sent.value.response.status)

const asksLater = (sent: Sent) => sent.status === 'fulfilled' && asksToWait(sent.value.response)
