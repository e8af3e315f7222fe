import type { JournalQuery } from '../journal/journal.ts'
import { createScrubber } from '../journal/secrets.ts'
import { showEntry } from '../journal/show-entry.ts'
import {
  choice,
  ControlProblem,
  count,
  list,
  object,
  text,
  type ControlRoutes,
  type Schema,
} from './control-route.ts'
import { entrySchema } from './entry-schema.ts'

const whole: Schema = { type: 'string', pattern: '^\\d{1,15}$' }

const query: Record<string, Schema> = {
  method: text('Of the request.'),
  target: text('A text that the request target contains.'),
  status: { type: 'string', pattern: '^[1-5][0-9xX]{2}$', description: '401, or 4xx for all of a hundred.' },
  username: text('Whose credentials were accepted.'),
  operation: text('login, second-step, list, web-login, …'),
  after: { ...whole, description: 'Entries after the one with this id.' },
}

/** Routes for what the server was asked, and its reasons for the answers. Secrets are masked. */
export const journalRoutes: ControlRoutes = {
  'GET /journal': {
    operationId: 'findRequests',
    summary: 'Find requests, the newest first',
    query: choice({ ...query, limit: { ...whole, description: 'How many at most; 100 by default.' } }),
    answer: object({
      entries: list(entrySchema),
      total: count('How many match, shown or not.'),
      lastId: count('Id of the last request of all.'),
      kept: count('How many the journal holds at most.'),
    }),
    handle({ composition, journal }, request) {
      const found = journal.find(queryOf(request.query))
      const limit = Number(request.query['limit'] ?? 100)
      const scrub = createScrubber(composition.parts)
      const entries = limit === 0 ? [] : found.slice(-limit).toReversed()
      return {
        entries: entries.map((entry) => showEntry(entry, scrub)),
        total: found.length,
        lastId: journal.lastId,
        kept: journal.limit,
      }
    },
  },
  'GET /journal/count': {
    operationId: 'countRequests',
    summary: 'Count requests',
    query: choice(query),
    answer: object({ count: count('How many match.') }),
    handle: ({ journal }, request) => ({ count: journal.find(queryOf(request.query)).length }),
  },
  'GET /journal/{id}': {
    operationId: 'readRequest',
    summary: 'Read one request',
    answer: entrySchema,
    rejections: { 404: 'No entry has this id, or newer ones have replaced it.' },
    handle({ composition, journal }, { params }) {
      const entry = journal.find({}).find(({ id }) => String(id) === params['id'])
      if (!entry) throw new ControlProblem(404, 'not-found', 'the journal has no entry with this id')
      return showEntry(entry, createScrubber(composition.parts))
    },
  },
  'DELETE /journal': {
    operationId: 'clearJournal',
    summary: 'Clear the journal; ids count on',
    answer: object({ cleared: count('How many there were.') }),
    handle: ({ journal }) => ({ cleared: journal.clear() }),
  },
}

function queryOf({ after, limit: _, ...rest }: Record<string, string>): JournalQuery {
  return after === undefined ? rest : { ...rest, after: Number(after) }
}
