import type { FastifyInstance } from 'fastify'
import type { Parts } from '../parts.ts'
import { addCors } from './cors.ts'
import { demandHeader, type DemandedHeader } from './demanded-header.ts'
import { addLatency, type Latency } from './latency.ts'

/** What stands before the routes, and is no part of the API. */
export interface FrontOptions {
  /** Origins whose pages may call this server, such as `http://localhost:5173`; `*`: all, without cookies. */
  corsOrigins?: readonly string[] | undefined
  /** How long each answer is held back. */
  latency?: Latency | undefined
  /** Requests a minute from one address; more are answered with 429. Absent: as many as come. */
  rateLimit?: number | undefined
  /** Who does not send it gets no answer. */
  demandedHeader?: DemandedHeader | undefined
}

/** Before the routes are added. */
export async function addFront(app: FastifyInstance, parts: Parts, options: FrontOptions): Promise<void> {
  if (options.demandedHeader) demandHeader(app, options.demandedHeader)
  if (options.latency) addLatency(app, options.latency, parts.random)
  if (options.corsOrigins) addCors(app, options.corsOrigins)
  if (options.rateLimit !== undefined) {
    // Its package is loaded only where it is asked for.
    const { addRateLimit } = await import('./rate-limit.ts')
    await addRateLimit(app, parts.clock, options.rateLimit)
  }
}
