/** Records by key. Another process may change the underlying data at any time. */
export interface Collection<T> {
  /** Returns every record. The array is the same object as long as nothing has changed. */
  all(): readonly T[]
  get(key: string): T | undefined
  /** Adds a record in one step. Returns false and changes nothing if the key is taken. */
  create(key: string, record: T): boolean
  /** Adds or replaces a record, in one step. */
  replace(key: string, record: T): void
}

/** Returns what `build` makes of some lists; builds it again only if one of them is another array than the last time. */
export function indexOf<T, I>(
  lists: () => readonly (readonly T[])[],
  build: (...lists: (readonly T[])[]) => I,
): () => I {
  let last: { lists: readonly (readonly T[])[]; index: I } | undefined
  return () => {
    const current = lists()
    if (last === undefined || current.some((one, at) => one !== last?.lists[at]))
      last = { lists: current, index: build(...current) }
    return last.index
  }
}
