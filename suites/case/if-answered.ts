import { SetupFailed } from '../../harness/outcomes.ts'

/** Asks something that only adds detail; undefined if no answer came, which doesn't affect what was seen. */
export async function ifAnswered<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof SetupFailed) return undefined
    throw error
  }
}
