import { AsyncLocalStorage } from 'node:async_hooks'

/** One try of work that starts again from the beginning if the subject asks to come back later. */
export interface Try {
  /** How often the work has started again because one of its own requests was answered so. */
  restarts: number
  /** True if it may start again for a code that would expire. */
  mayRestart: boolean
  /** True from the first one-time code until a second step is accepted: a long wait would make the code invalid. */
  holdsCode?: boolean
}

const storage = new AsyncLocalStorage<Try>()

export const runAsTry = <T>(current: Try, work: () => Promise<T>): Promise<T> => storage.run(current, work)

/** Notes that the running try got a one-time code, or that a second step was accepted. */
export function noteCode(holdsCode: boolean): void {
  const current = currentTry()
  if (current) current.holdsCode = holdsCode
}

/** The running try; undefined if nothing starts the running code again. */
export const currentTry = (): Try | undefined => storage.getStore()
