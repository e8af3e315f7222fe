import { answerOf } from '../../client/testing/answers.ts'
import { noon } from '../../client/testing/instants.ts'
import type { Header } from '../../wire/exchange.ts'
import { createRateLimit } from '../rate-limit.ts'

/**
 * A limit whose waits and jumps pass at once.
 * @param movable true if the subject's clock can move
 */
export function createLimit({ movable = false, leftSeconds = Infinity } = {}) {
  let realMs = 1_000
  let aheadMs = noon
  const waits: number[] = []
  const jumps: number[] = []
  const slowed: unknown[] = []
  const limit = createRateLimit({
    monotonic: () => realMs,
    slowDown: (keepsRate) => ({ atOnce: 5 - slowed.push(keepsRate) }),
    wait: async (ms) => {
      waits.push(ms)
      await Promise.resolve()
      realMs += ms
    },
    clock: { movable, realTime: false, now: () => realMs + aheadMs, leftSeconds },
    alone: async (subjectMs) => {
      await Promise.resolve()
      const ms = subjectMs - realMs - aheadMs
      if (ms <= 0) return
      jumps.push(ms)
      aheadMs += ms
    },
  })
  /** An answer to a request that was sent this many milliseconds ago and had to connect before that. */
  const answered = (
    status: number,
    headers: Header[],
    agoMs: number,
    { isBan = false, connectMs = 0, decodeMs = 0, method = 'GET' } = {},
  ) => {
    const { exchange } = answerOf('', status, headers)
    const request = { ...exchange.request, method }
    const sentAt = realMs - agoMs
    const answeredAt = realMs - decodeMs
    return limit.answered({ ...exchange, request, sentAt, answeredAt }, isBan, sentAt - connectMs)
  }
  return {
    ...limit,
    waits,
    jumps,
    slowed,
    elapse: (ms: number) => void (realMs += ms),
    answer: (status: number, headers: Header[] = [], method?: string) =>
      answered(status, headers, 0, method === undefined ? {} : { method }),
    /** A 429 to a request that was sent this many milliseconds ago, and took this long to decode. */
    late: (agoMs: number, decodeMs: number) => answered(429, [], agoMs, { decodeMs }),
    ban: (retryAfter: string) => answered(403, [['Retry-After', retryAfter]], 0, { isBan: true }),
    refuse: (retryAfter: string, agoMs = 0, connectMs = 0) =>
      answered(429, [['Retry-After', retryAfter]], agoMs, { connectMs }),
    refuseLogin: (retryAfter: string) => answered(429, [['Retry-After', retryAfter]], 0, { method: 'POST' }),
  }
}
