import { isoTime } from '../../common/clock.ts'
import { ControlProblem, type ControlRoute, instant, object } from './control-route.ts'

const now = object({ now: instant("The server's time.") })

/** The clock control protocol (docs/clock-protocol.md). */
export const clockRoutes: ControlRoute[] = [
  {
    method: 'GET',
    path: '/clock',
    operationId: 'readClock',
    summary: 'Read the clock',
    answer: now,
    handle: ({ clock }) => ({ now: isoTime(clock.now()) }),
  },
  {
    method: 'POST',
    path: '/clock/advance',
    operationId: 'advanceClock',
    summary: 'Move the clock forward; it ticks on from there',
    body: object({ seconds: { type: 'number', minimum: 0, description: 'How far.' } }),
    answer: now,
    handle({ clock }, { body }) {
      try {
        clock.advance({ seconds: body['seconds'] as number })
      } catch (error) {
        if (error instanceof RangeError) throw new ControlProblem(400, 'malformed', error.message)
        throw error
      }
      return { now: isoTime(clock.now()) }
    },
  },
]
