/** Records by key. What stands behind it may be changed by another process at any time. */
export interface Collection<T> {
  /** Every record. The array is the same object as long as nothing has changed. */
  all(): readonly T[]
  get(key: string): T | undefined
  /** Adds a record in one step. False, and nothing changed, where the key is taken, whoever took it. */
  create(key: string, record: T): boolean
  /** Puts a record in place of whatever is there, in one step. */
  replace(key: string, record: T): void
}
