import { SetupFailed, Violation } from '../verdicts/outcomes.ts'

/** Does as a step what another case judges: a violation in it makes this case inconclusive. */
export async function asStep<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Violation) throw new SetupFailed(error.message)
    throw error
  }
}
