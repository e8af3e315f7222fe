import { createHash } from 'node:crypto'
import { isoTime } from '../../common/clock.ts'
import type { Parts } from '../../server/parts.ts'
import {
  choice,
  ControlProblem,
  instant,
  list,
  object,
  text,
  type ControlRoutes,
  type Schema,
} from './control-route.ts'

const kind: Schema = { enum: ['token', 'seed', 'session'], description: 'What it is.' }
const shape = {
  id: text('Identifies the credential, which is not shown.'),
  kind,
  username: text('Whose it is.'),
  issuedAt: instant('When it was made.'),
  expiresAt: instant('When it becomes void.'),
}

/** Routes for credentials that expire: tokens, seeds and web sessions. Private tokens and access keys do not expire. */
export const credentialRoutes: ControlRoutes = {
  'GET /credentials': {
    operationId: 'listCredentials',
    summary: 'List the valid tokens, seeds and sessions, the newest first',
    query: choice({ username: text('Whose.') }),
    answer: list(object(shape)),
    handle: ({ composition: { parts } }, { query }) =>
      validNow(parts)
        .filter(({ username }) => query['username'] === undefined || username === query['username'])
        .toSorted((a, b) => b.startsAt - a.startsAt)
        .slice(0, 200)
        .map(shown),
  },
  'POST /credentials/expire': {
    operationId: 'expireCredential',
    summary: 'Make one credential as old as its lifetime',
    body: {
      ...choice({ id: text('From the list.'), value: text('The token, seed or cookie itself.') }),
      minProperties: 1,
      maxProperties: 1,
    },
    answer: object(shape),
    rejections: { 404: 'There is no such credential.' },
    handle({ composition: { parts } }, { body }) {
      const id = typeof body['value'] === 'string' ? idOf(body['value']) : body['id']
      const found = timed(parts).find((one) => idOf(one.value) === id)
      if (!found) {
        throw new ControlProblem(
          404,
          'not-found',
          'there is no such token, seed or session; private tokens and access keys do not expire',
        )
      }
      found.expire()
      return shown(timed(parts).find((one) => one.value === found.value) ?? found)
    },
  },
}

interface Timed {
  value: string
  kind: 'token' | 'seed' | 'session'
  username: string
  /** Milliseconds. */
  startsAt: number
  endsAt: number
  expire(): void
}

/** Returns the tokens, seeds and sessions that are valid now. */
export function validNow(parts: Parts): Timed[] {
  const now = parts.clock.now()
  return timed(parts).filter(({ endsAt }) => endsAt > now)
}

function timed({ tokens, seeds, sessions, choices, clock }: Parts): Timed[] {
  const one = (
    kind: Timed['kind'],
    value: string,
    username: string,
    startsAt: number,
    lifetimeSeconds: number,
  ) => ({ kind, value, username, startsAt, endsAt: startsAt + lifetimeSeconds * 1000 })
  const before = (lifetimeSeconds: number) => clock.now() - lifetimeSeconds * 1000
  const { tokenLifetimeSeconds, seedLifetimeSeconds, sessionLifetimeSeconds } = choices
  return [
    ...[...tokens.records.values()].map((token) => ({
      ...one('token', token.text, token.username, token.issuedAt, tokenLifetimeSeconds),
      expire: () => void (token.issuedAt = before(tokenLifetimeSeconds)),
    })),
    ...[...seeds.records.values()]
      .filter(({ spent }) => !spent)
      .map((seed) => ({
        ...one('seed', seed.text, seed.username, seed.issuedAt, seedLifetimeSeconds),
        expire: () => void (seed.issuedAt = before(seedLifetimeSeconds)),
      })),
    ...[...sessions.records.values()].flatMap((session) =>
      session.username === undefined
        ? []
        : {
            ...one('session', session.id, session.username, session.startedAt, sessionLifetimeSeconds),
            expire: () => void (session.startedAt = before(sessionLifetimeSeconds)),
          },
    ),
  ]
}

const idOf = (value: string) => createHash('sha256').update(value).digest('hex').slice(0, 16)

const shown = ({ value, kind: what, username, startsAt, endsAt }: Timed) => ({
  id: idOf(value),
  kind: what,
  username,
  issuedAt: isoTime(startsAt),
  expiresAt: isoTime(endsAt),
})
