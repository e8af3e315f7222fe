import { SetupFailed } from '../verdicts/outcomes.ts'
import { header, type Exchange } from '../wire/exchange.ts'

/** Longest single wait that a Retry-After may ask for, and longest of all together; milliseconds. */
const longestWaitMs = 65_000
const allWaitsMs = 130_000
/** Answers 429 in a row after which nothing more is sent: the subject refuses everything. Those of a burst are one. */
const enough = 3

/** Answers 429, their Retry-After values, and the names of fields that tell a limit. */
export interface SeenLimits {
  limited: number
  retryAfter: string[]
  headers: string[]
}

/**
 * Keeps to what 429 answers ask for (RFC 6585, section 4): nothing is sent before a Retry-After has passed; where that
 * takes too long, or 429 is all that comes, nothing is sent any more.
 */
export function createRateLimit(monotonic: () => number, sleep: (ms: number) => Promise<void>) {
  let notBefore = 0
  let waited = 0
  let waiting: Promise<void> | undefined
  let inARow = 0
  let limitedAt = -Infinity
  const seen: SeenLimits = { limited: 0, retryAfter: [], headers: [] }
  return {
    /** What answers of the run said of limits. */
    seen,
    /** True where nothing stands against sending. */
    isOpen: (): boolean => inARow < enough && leftMs() <= 0,
    /** @throws SetupFailed where nothing may be sent for now */
    async pass(): Promise<void> {
      if (inARow >= enough)
        throw new SetupFailed(`the subject answers 429 to everything: nothing more is sent`)
      for (let left = leftMs(); left > 0; left = leftMs()) {
        // Requests that wait at the same time wait together.
        waiting ??= wait(left).finally(() => (waiting = undefined))
        await waiting
      }
    },
    answered(exchange: Exchange, wallMs: number): void {
      for (const [name] of exchange.response.headers) {
        const plain = name.toLowerCase()
        if (/^(x-)?rate-?limit/.test(plain) && !seen.headers.includes(plain)) seen.headers.push(plain)
      }
      if (exchange.response.status !== 429) {
        inARow = 0
        return
      }
      if (exchange.sentAt >= limitedAt) inARow++
      limitedAt = exchange.answeredAt
      seen.limited++
      const said = header(exchange.response.headers, 'retry-after')
      if (said !== undefined && !seen.retryAfter.includes(said)) seen.retryAfter.push(said)
      const seconds = retryAfterSeconds(header(exchange.response.headers, 'retry-after'), wallMs)
      if (seconds !== undefined) notBefore = monotonic() + seconds * 1000
    },
  }

  function leftMs(): number {
    return notBefore - monotonic()
  }

  async function wait(left: number): Promise<void> {
    if (left > longestWaitMs || waited + left > allWaitsMs) {
      throw new SetupFailed(
        `the subject asks not to be called for ${Math.ceil(left / 1000)} s (429, Retry-After)`,
      )
    }
    waited += left
    await sleep(left)
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>

/** Seconds or an HTTP date (RFC 9110, section 10.2.3); undefined where it is neither. */
export function retryAfterSeconds(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - nowMs) / 1000)
}
