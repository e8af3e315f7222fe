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
