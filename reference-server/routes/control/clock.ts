import type { FastifyInstance } from 'fastify'
import { type Clock, isoTime } from '../../clock.ts'

/** The clock control protocol: `GET /clock` and `POST /clock/advance {"seconds": n}`. */
export function addClockControl(app: FastifyInstance, clock: Clock, prefix: string): void {
  app.get(`${prefix}/clock`, () => ({ now: isoTime(clock.now()) }))

  app.post(`${prefix}/clock/advance`, (request, reply) => {
    const { seconds } = (request.body ?? {}) as { seconds?: unknown }
    if (typeof seconds !== 'number') return reply.status(400).send({ msg: 'send {"seconds": n}, a number' })
    try {
      clock.advance({ seconds })
    } catch (error) {
      if (error instanceof RangeError) return reply.status(400).send({ msg: error.message })
      throw error
    }
    return { now: isoTime(clock.now()) }
  })
}
