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

/** The last requests, oldest first. Bounded in number and in bytes: the oldest make way. */
export interface Journal {
  add(entry: Omit<Entry, 'id'>): void
  find(query: JournalQuery): readonly Entry[]
  /** Id of the last entry ever made; 0 before the first. Clearing does not change it. */
  readonly lastId: number
  /** How many it holds at most; fewer where they are long. */
  readonly limit: number
  /** How many there were. */
  clear(): number
}

/** Entries are kept as JSON: that shows how many bytes they take, and keeps none of what hangs on a request alive. */
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
