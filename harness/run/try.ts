import { AsyncLocalStorage } from 'node:async_hooks'

/** One try of work that starts again from the beginning if the subject asks to come back later. */
export interface Try {
  /** How often the work has started again because one of its own requests was answered so. */
  restarts: number
  /** True if it may start again for a code that would expire. */
  mayRestart: boolean
}

const storage = new AsyncLocalStorage<Try>()

export const runAsTry = <T>(current: Try, work: () => Promise<T>): Promise<T> => storage.run(current, work)

/** The running try; undefined if nothing starts the running code again. */
export const currentTry = (): Try | undefined => storage.getStore()
