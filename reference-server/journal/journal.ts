import type { Entry } from './entry.ts'

/** What to look for; all of what is given has to fit. */
export interface JournalQuery {
  method?: string
  /** A text that the target contains. */
  target?: string
  /** `401`, or `4xx` for all of a hundred. */
  status?: string
  /** Whose credentials were accepted. */
  username?: string
  operation?: string
  /** Entries after the one with this id. */
  after?: number
}

/** The last requests, oldest first. Bounded: the oldest make way. */
export interface Journal {
  add(entry: Omit<Entry, 'id'>): void
  find(query: JournalQuery): readonly Entry[]
  /** Id of the last entry ever made; 0 before the first. Clearing does not change it. */
  readonly lastId: number
  /** How many it holds at most. */
  readonly limit: number
  /** How many there were. */
  clear(): number
}

export function createJournal(limit = 1000): Journal {
  let entries: Entry[] = []
  let lastId = 0
  return {
    add(entry) {
      entries.push({ id: ++lastId, ...entry })
      if (entries.length > limit) entries.shift()
    },
    find: (query) => entries.filter((entry) => fits(entry, query)),
    get lastId() {
      return lastId
    },
    limit,
    clear() {
      const { length } = entries
      entries = []
      return length
    },
  }
}

function fits(
  entry: Entry,
  { method, target, status, username, operation, after = 0 }: JournalQuery,
): boolean {
  return (
    entry.id > after &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    (target === undefined || entry.target.includes(target)) &&
    (status === undefined || new RegExp(`^${status.replaceAll(/x/gi, '\\d')}$`).test(String(entry.status))) &&
    (username === undefined || entry.username === username) &&
    (operation === undefined || entry.operation === operation)
  )
}
