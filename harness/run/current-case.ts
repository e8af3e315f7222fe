import { AsyncLocalStorage } from 'node:async_hooks'
import type { Allowance } from '../ledgers/allowance.ts'
import type { Run } from './run.ts'
import type { Trace } from './trace.ts'

/** The case that the running code belongs to, so that `expect` needs no further argument. */
export interface CurrentCase {
  run: Run
  trace: Trace
  /** Absent before the first case. */
  id?: string
  /** Waits on the timeline for a time on the subject's clock (`Participant.until`); absent if no case runs. */
  until?: (subjectMs: number, done?: Promise<unknown>) => Promise<void>
  /** The rejected logins that it may cause; absent if only the limits of the run count. */
  allowance?: Allowance | undefined
  /** Its requests come before those of others: there are cases that wait for it to end. */
  first?: boolean
}

const storage = new AsyncLocalStorage<CurrentCase>()

export const runAsCase = <T>(current: CurrentCase, work: () => Promise<T>): Promise<T> =>
  storage.run(current, work)

/** How the running case waits for a time on the subject's clock; undefined outside of cases. */
export const untilOfCase = (): CurrentCase['until'] => storage.getStore()?.until

/** The running case's id; undefined outside of cases. */
export const idOfCase = (): string | undefined => storage.getStore()?.id

export const currentAllowance = (): Allowance | undefined => storage.getStore()?.allowance

export const isFirst = (): boolean => storage.getStore()?.first ?? false

/** @throws Error outside a case */
export function currentCase(): CurrentCase {
  const current = storage.getStore()
  if (!current) throw new Error('expect() was called outside a case')
  return current
}
