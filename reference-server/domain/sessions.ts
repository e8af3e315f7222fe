import type { Call } from '../common/call.ts'
import type { Choices } from '../common/choices.ts'
import type { Clock } from '../common/clock.ts'
import type { Random } from '../common/random.ts'

/** A browser's session: without a user until the web login, which gives it a new id. */
export interface Session {
  id: string
  username: string | undefined
  csrfToken: string
  /** Milliseconds. */
  startedAt: number
}

export interface Sessions {
  records: Map<string, Session>
  start(username: string | undefined, call?: Call): Session
  /** Returns the session with exactly this id, if it has not expired. */
  find(id: string, call?: Call): Session | undefined
  isExpired(session: Session, call?: Call): boolean
  /** Returns the username for which this session opens the API. */
  userOf(session: Session, call?: Call): string | undefined
  end(id: string): void
}

/** Sessions in memory. The number of those without a user is limited, since anyone can start them. */
export function createSessions(
  choices: Choices,
  clock: Clock,
  random: Random,
  records: Sessions['records'] = new Map(),
  anonymous = new Set<string>(),
): Sessions {
  const sessions: Sessions = {
    records,
    start(username) {
      const startedAt = clock.now()
      for (const old of sessions.records.values()) {
        if (!sessions.isExpired(old)) break
        sessions.end(old.id)
      }
      const id = random(choices.sessionBytes).toString('base64url')
      const session = {
        id,
        username,
        csrfToken: random(choices.sessionBytes).toString('base64url'),
        startedAt,
      }
      sessions.records.set(id, session)
      if (username === undefined) anonymous.add(id)
      const [oldest] = anonymous
      if (oldest !== undefined && anonymous.size > choices.anonymousSessions) sessions.end(oldest)
      return session
    },
    find(id, call) {
      const session = sessions.records.get(id)
      return session && !sessions.isExpired(session, call) ? session : undefined
    },
    isExpired: (session) => clock.now() - session.startedAt >= choices.sessionLifetimeSeconds * 1000,
    userOf: (session) => session.username,
    end(id) {
      sessions.records.delete(id)
      anonymous.delete(id)
    },
  }
  return sessions
}
