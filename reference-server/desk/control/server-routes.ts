import { isoTime } from '../../common/clock.ts'
import { ControlProblem, count, instant, object, text, truth, type ControlRoutes } from './control-route.ts'

const now = object({ now: instant("The server's time.") })

/** Routes for the server as a whole: check that it runs, reset it, and move its clock. */
export const serverRoutes: ControlRoutes = {
  'GET /health': {
    operationId: 'health',
    summary: 'Is the server there, and what is it?',
    open: true,
    answer: object({
      status: { const: 'ok' },
      url: text('Base URL of the server.'),
      serverVersion: text('Decides where the reference page is.'),
      debug: truth('Is the server in debug mode?'),
      lastRequest: count('Id of the last entry of the journal; 0 before the first.'),
    }),
    handle: ({ composition, journal, url }) => ({
      status: 'ok',
      url: url(),
      ...composition.parts.mode,
      lastRequest: journal.lastId,
    }),
  },
  'POST /reset': {
    operationId: 'reset',
    summary:
      'Forget tokens, seeds, sessions and used codes, and what operators made where it is not kept in a folder',
    body: object({ clock: truth('Set the clock back to its time at the start. Default: leave it.') }, [
      'clock',
    ]),
    answer: now,
    async handle({ composition, clock }, { body }) {
      await composition.reset({ clock: body['clock'] === true })
      return { now: isoTime(clock.now()) }
    },
  },
  // The clock control protocol (docs/clock-protocol.md).
  'GET /clock': {
    operationId: 'readClock',
    summary: 'Read the clock',
    answer: now,
    handle: ({ clock }) => ({ now: isoTime(clock.now()) }),
  },
  'POST /clock/advance': {
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
}
