import type { FastifyInstance } from 'fastify'
import rateLimit from '@fastify/rate-limit'
import type { Clock } from '../../common/clock.ts'

const minute = 60_000

/** Allows at most `max` requests per minute from one address, by the movable clock; the rest get 429 with Retry-After. */
export async function addRateLimit(app: FastifyInstance, clock: Clock, max: number): Promise<void> {
  const windows = new Map<string, { from: number; count: number }>()

  // The library's own store uses the real time.
  class ClockStore {
    incr(address: string, callback: (error: null, result: { current: number; ttl: number }) => void): void {
      const now = clock.now()
      for (const [key, { from }] of windows) {
        if (now - from < minute) break
        windows.delete(key)
      }
      const window = windows.get(address) ?? { from: now, count: 0 }
      windows.set(address, window)
      window.count++
      callback(null, { current: window.count, ttl: window.from + minute - now })
    }
    child() {
      return this
    }
  }
  await app.register(rateLimit, {
    max,
    timeWindow: minute,
    store: ClockStore,
    errorResponseBuilder: (_request, { statusCode }) =>
      Object.assign(new Error('too many requests; Retry-After says when to come back'), { statusCode }),
  })
}
