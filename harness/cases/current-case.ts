import { AsyncLocalStorage } from 'node:async_hooks'
import type { Run } from './run.ts'
import type { Trace } from './trace.ts'

/** The case that the running code belongs to, so that `expect` needs no further argument. */
export interface CurrentCase {
  run: Run
  trace: Trace
  /** Absent before the first case. */
  id?: string
}

const storage = new AsyncLocalStorage<CurrentCase>()

export const runAsCase = <T>(current: CurrentCase, work: () => Promise<T>): Promise<T> =>
  storage.run(current, work)

/** @throws Error outside a case */
export function currentCase(): CurrentCase {
  const current = storage.getStore()
  if (!current) throw new Error('expect() was called outside a case')
  return current
}
