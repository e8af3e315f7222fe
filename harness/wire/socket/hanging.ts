import type { WireRequest } from '../exchange.ts'
import { requestDigest, requestKind } from '../request-kind.ts'
import { KindHangs } from './wire-failure.ts'

/** Time-outs of one kind since its last answer after which it is no longer sent. The second confirms the first. */
const enough = 2
/** Consecutive time-outs, of kinds that were answered before, after which nothing more is sent. */
const enoughSilence = 3
/** Requests whose outcome is remembered. */
const remembered = 20_000

/**
 * How much of `timeoutMs` to wait for an answer. `from` is the time waited without an answer so far, in multiples of
 * `timeoutMs`.
 */
const patience = [
  { from: 3, share: 0.02 },
  { from: 2.5, share: 0.05 },
  { from: 2, share: 0.1 },
]
/** Lower limits for that wait: a multiple of the slowest answer so far, and a number of milliseconds. */
const slack = 5
const leastMs = 250

/** A response is slow if it takes more than this share of `timeoutMs`, not counting a millisecond for each kilobyte. */
const slowShare = 0.5
const bytesPerMs = 1000
/** Total wait for slow responses after which only `slowShare` of `timeoutMs` is waited for any response. */
const mostSlowMs = 60_000

interface Count {
  inARow: number
  /** When the last counted time-out ended. */
  countedAt: number
  longestMs: number
}

/**
 * Learns which kinds of request a server does not answer, so that they cost a run only a few times `timeoutMs`. A kind that
 * hung twice is not sent again, and the longer the run has waited without an answer, the shorter it waits for other kinds. The wait for responses just below
 * `timeoutMs` is limited in all.
 */
export function createHanging(now: () => number, timeoutMs: number) {
  const slowMs = slowShare * timeoutMs
  const counts = new Map<string, Count>()
  const answeredKinds = new Set<string>()
  const outcomes = new Map<string, 'answered' | 'hung'>()
  let slowestMs = 0
  let slowestOfQuickMs = 0
  let vainMs = 0
  let vainUntil = -Infinity
  let slowInAllMs = 0
  let slowUntil = -Infinity
  let silent = 0
  let silentAt = -Infinity

  return {
    /** Call it when a request is about to be sent. @throws KindHangs if it must not be sent */
    begin(request: WireRequest) {
      const digest = requestDigest(request)
      const name = requestKind(request)
      // A server may answer requests that it has seen and hang on all others, or the reverse.
      const kinds = [name, `${name} (${outcomes.get(digest) ?? 'new'})`]
      const own = kinds.map(countOf)
      const hung = own.find(({ inARow }) => inARow >= enough)
      if (hung) throw new KindHangs(said(name, hung))
      const begunAt = now()
      const allowedMs = patienceMs()
      return {
        allowedMs,
        /** @param bytes the length of the body: a long one takes its time */
        answered(bytes = 0): void {
          const at = now()
          const tookMs = at - begunAt
          slowestMs = Math.max(slowestMs, tookMs)
          if (tookMs > slowMs + bytes / bytesPerMs) {
            slowInAllMs += at - Math.max(begunAt, slowUntil)
            slowUntil = at
          } else slowestOfQuickMs = Math.max(slowestOfQuickMs, tookMs)
          silent = 0
          for (const count of own) count.inARow = 0
          answeredKinds.add(name)
          remember(digest, 'answered')
        },
        /**
         * Counts time-outs of requests that were in flight together as one.
         * @param waitedMs how long the request waited for others during that time
         */
        timedOut(waitedMs = 0): void {
          const at = now()
          const startedAt = begunAt + waitedMs
          vainMs += at - Math.min(at, Math.max(startedAt, vainUntil))
          vainUntil = at
          // A time-out of a kind that was never answered says nothing about other kinds, unless no kind was ever answered.
          const isSilence = answeredKinds.has(name) || answeredKinds.size === 0
          if (isSilence && startedAt >= silentAt) {
            silent++
            silentAt = at
          }
          for (const count of own) {
            if (startedAt < count.countedAt) continue
            count.inARow++
            count.countedAt = at
            count.longestMs = Math.max(count.longestMs, allowedMs)
          }
          remember(digest, 'hung')
        },
      }
    },
    /** True if the server has answered nothing for so long that waiting is pointless. */
    isFinal: (): boolean => silent >= enoughSilence,
    /** Returns a sentence for each kind that is no longer sent, and one if slow responses used up their time, for the report. */
    notes: (): string[] => [
      ...(isTooSlow()
        ? [
            `waited ${mostSlowMs / 1000} s in all for responses slower than ${slowMs / 1000} s (half of limits.timeoutMs), and after ` +
              `that at most ${slowMs / 1000} s for each; if the server is just slow, raise limits.timeoutMs`,
          ]
        : []),
      ...[...counts]
        .filter(([kind, { inARow }]) => inARow >= enough && !kind.endsWith(')'))
        .map(([name, count]) => said(name, count)),
    ],
  }

  function countOf(kind: string): Count {
    const count = counts.get(kind) ?? { inARow: 0, countedAt: -Infinity, longestMs: 0 }
    counts.set(kind, count)
    return count
  }

  function remember(digest: string, outcome: 'answered' | 'hung'): void {
    if (outcomes.size < remembered || outcomes.has(digest)) outcomes.set(digest, outcome)
  }

  function isTooSlow(): boolean {
    return slowInAllMs >= mostSlowMs
  }

  function patienceMs(): number {
    // Timers may fire slightly early.
    const share = patience.find(({ from }) => vainMs >= from * timeoutMs * 0.99)?.share ?? 1
    const [longestMs, slowest] = isTooSlow() ? [slowMs, slowestOfQuickMs] : [timeoutMs, slowestMs]
    return Math.ceil(Math.min(longestMs, Math.max(share * timeoutMs, slack * slowest, leastMs)))
  }
}

const said = (name: string, { inARow, longestMs }: Count): string =>
  `${name} has not answered ${inARow} times in ${longestMs / 1000} s; not asked again`
