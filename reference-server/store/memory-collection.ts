import type { Collection } from '../domain/collection.ts'

/** A collection that lives as long as the process. */
export function createMemoryCollection<T>(): Collection<T> {
  const records = new Map<string, T>()
  let snapshot: readonly T[] = []
  const replace = (key: string, record: T) => {
    records.set(key, record)
    snapshot = [...records.values()]
  }
  return {
    all: () => snapshot,
    get: (key) => records.get(key),
    create(key, record) {
      if (records.has(key)) return false
      replace(key, record)
      return true
    },
    replace,
  }
}
