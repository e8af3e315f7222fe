import { AskedToWait, SetupFailed } from '../../harness/outcomes.ts'

/** Gets what a case needs; undefined if it can't be had. If the subject asks to come back later, the case starts again then. */
export async function ifObtained<T>(get: () => Promise<T>): Promise<T | undefined> {
  try {
    return await get()
  } catch (error) {
    if (error instanceof SetupFailed && !(error instanceof AskedToWait)) return undefined
    throw error
  }
}
