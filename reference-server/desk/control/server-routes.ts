import { isoTime } from '../../common/clock.ts'
import { count, instant, object, text, truth, type ControlRoute } from './control-route.ts'

/** Routes for the server as a whole: check that it runs, and reset it. */
export const serverRoutes: ControlRoute[] = [
  {
    method: 'GET',
    path: '/health',
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
  {
    method: 'POST',
    path: '/reset',
    operationId: 'reset',
    summary:
      'Forget tokens, seeds, sessions and used codes, and what operators made where it is not kept in a folder',
    body: object({ clock: truth('Set the clock back to its time at the start. Default: leave it.') }, [
      'clock',
    ]),
    answer: object({ now: instant("The server's time.") }),
    async handle({ composition, clock }, { body }) {
      await composition.reset({ clock: body['clock'] === true })
      return { now: isoTime(clock.now()) }
    },
  },
]
