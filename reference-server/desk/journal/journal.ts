import type { Entry } from './entry.ts'

/** Search criteria; an entry must match all that are given. */
export interface JournalQuery {
  method?: string
  /** A text that the target contains. */
  target?: string
  /** `401`, or `4xx` for a whole class. */
  status?: string
  /** The account whose credentials were accepted. */
  username?: string
  operation?: string
  /** Entries after the one with this id. */
  after?: number
}

/** The most recent requests, oldest first. Limited in number and in bytes: the oldest are dropped. */
export interface Journal {
  add(entry: Omit<Entry, 'id'>): void
  find(query: JournalQuery): readonly Entry[]
  /** The id of the last entry ever added; 0 before the first. Clearing does not change it. */
  readonly lastId: number
  /** The most entries that it holds; it holds fewer if they are long. */
  readonly limit: number
  /** Removes all entries and returns how many there were. */
  clear(): number
}

/** Stores entries as JSON, which shows how many bytes they take and keeps no objects of the request alive. */
export function createJournal(limit = 1000, limitBytes = 4 * 2 ** 20): Journal {
  let kept: Buffer[] = []
  let bytes = 0
  let lastId = 0
  return {
    add(entry) {
      const packed = Buffer.from(JSON.stringify({ id: ++lastId, ...entry }))
      kept.push(packed)
      bytes += packed.length
      while (kept.length > limit || bytes > limitBytes) bytes -= kept.shift()?.length ?? 0
    },
    find: (query) =>
      kept.map((packed) => JSON.parse(String(packed)) as Entry).filter((entry) => fits(entry, query)),
    get lastId() {
      return lastId
    },
    limit,
    clear() {
      const { length } = kept
      kept = []
      bytes = 0
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
