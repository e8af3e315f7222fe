import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Random } from '../../common/random.ts'
import type { Latency } from '../server-options.ts'

/** Delays each answer. */
export function addLatency(app: FastifyInstance, { from, to }: Latency, random: Random): void {
  app.addHook('onRequest', () => setTimeout(from + (random(4).readUInt32BE() / 2 ** 32) * (to - from)))
}
