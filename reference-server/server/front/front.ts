import type { FastifyInstance } from 'fastify'
import type { Parts } from '../parts.ts'
import type { ServerOptions, Latency } from '../server-options.ts'
import { addCors } from './cors.ts'
import { demandHeader } from './both-apps.ts'
import { setTimeout } from 'node:timers/promises'
import type { Random } from '../../common/random.ts'

/** Options for everything that runs before the routes and isn't part of the API. */
export type FrontOptions = Pick<ServerOptions, 'corsOrigins' | 'latency' | 'rateLimit' | 'demandedHeader'>

/** Must be called before the routes are added. */
export async function addFront(app: FastifyInstance, parts: Parts, options: FrontOptions): Promise<void> {
  if (options.demandedHeader) demandHeader(app, options.demandedHeader)
  if (options.latency) addLatency(app, options.latency, parts.random)
  if (options.corsOrigins) addCors(app, options.corsOrigins)
  if (options.rateLimit !== undefined) {
    // Loads its package only if a limit is set.
    const { addRateLimit } = await import('./rate-limit.ts')
    await addRateLimit(app, parts.clock, options.rateLimit)
  }
}

/** Delays each answer. */
function addLatency(app: FastifyInstance, { from, to }: Latency, random: Random): void {
  app.addHook('onRequest', () => setTimeout(from + (random(4).readUInt32BE() / 2 ** 32) * (to - from)))
}
