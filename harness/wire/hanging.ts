import type { WireRequest } from './exchange.ts'
import { requestDigest, requestKind } from './request-kind.ts'
import { KindHangs } from './wire-failure.ts'

/** Time-outs of a kind since its last answer after which it is sent no more: the second confirms the first. */
const enough = 2
/** Time-outs in a row, of kinds that were answered before, after which nothing more is sent. */
const enoughSilence = 3
/** Requests whose outcome is remembered. */
const remembered = 20_000

/** The share of `timeoutMs` that is waited for an answer, by how often `timeoutMs` was waited for in vain so far. */
const patience = [
  { from: 3, share: 0.02 },
  { from: 2.5, share: 0.05 },
  { from: 2, share: 0.1 },
]
/** But never less than so many times the slowest answer, nor less than this, in milliseconds. */
const slack = 5
const leastMs = 250

interface Count {
  inARow: number
  /** When the last time-out that counted ended. */
  countedAt: number
  longestMs: number
}

/**
 * Learns which kinds of request a server does not answer, so that they cost a run no more than a few times `timeoutMs`: a
 * kind that hung twice is not sent again, and the more was waited in vain, the shorter is what is waited for others.
 */
export function createHanging(now: () => number, timeoutMs: number) {
  const counts = new Map<string, Count>()
  const answeredKinds = new Set<string>()
  const outcomes = new Map<string, 'answered' | 'hung'>()
  let slowestMs = 0
  let vainMs = 0
  let vainUntil = -Infinity
  let silent = 0
  let silentAt = -Infinity

  return {
    /** What to know of one request when it is sent. @throws KindHangs where it is not to be sent */
    begin(request: WireRequest) {
      const digest = requestDigest(request)
      const name = requestKind(request)
      // A server may answer what it knows and hang at all else, or the other way round.
      const kinds = [name, `${name} (${outcomes.get(digest) ?? 'new'})`]
      const own = kinds.map(countOf)
      const hung = own.find(({ inARow }) => inARow >= enough)
      if (hung) throw new KindHangs(said(name, hung))
      const begunAt = now()
      const allowedMs = patienceMs()
      return {
        allowedMs,
        answered(): void {
          slowestMs = Math.max(slowestMs, now() - begunAt)
          silent = 0
          for (const count of own) count.inARow = 0
          answeredKinds.add(name)
          remember(digest, 'answered')
        },
        /**
         * Time-outs of requests that were under way together are one.
         * @param waitedMs how long of that it waited for others
         */
        timedOut(waitedMs = 0): void {
          const at = now()
          const startedAt = begunAt + waitedMs
          vainMs += at - Math.min(at, Math.max(startedAt, vainUntil))
          vainUntil = at
          // Of a kind that was never answered it says nothing about the others, if any was.
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
    /** True where the server has answered nothing for so long that waiting on leads nowhere. */
    isFinal: (): boolean => silent >= enoughSilence,
    /** The kinds that are not sent any more, for the report. */
    notes: (): string[] =>
      [...counts]
        .filter(([kind, { inARow }]) => inARow >= enough && !kind.endsWith(')'))
        .map(([name, count]) => said(name, count)),
  }

  function countOf(kind: string): Count {
    const count = counts.get(kind) ?? { inARow: 0, countedAt: -Infinity, longestMs: 0 }
    counts.set(kind, count)
    return count
  }

  function remember(digest: string, outcome: 'answered' | 'hung'): void {
    if (outcomes.size < remembered || outcomes.has(digest)) outcomes.set(digest, outcome)
  }

  function patienceMs(): number {
    // Timers may be a little early.
    const share = patience.find(({ from }) => vainMs >= from * timeoutMs * 0.99)?.share ?? 1
    return Math.min(timeoutMs, Math.ceil(Math.max(share * timeoutMs, slack * slowestMs, leastMs)))
  }
}

const said = (name: string, { inARow, longestMs }: Count): string =>
  `${name} has not answered ${inARow} times in ${longestMs / 1000} s; not asked again`

export type Hanging = ReturnType<typeof createHanging>
