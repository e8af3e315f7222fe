import { AskedToWait } from '../verdicts/outcomes.ts'
import { untilOfCase } from './current-case.ts'
import type { Run } from './run.ts'

/** How often a case, or one try of a property, begins again before it waits until nothing runs beside it. */
const mostAgain = 6

/**
 * Does the work; where the subject asked to come back later, does it again from its start once that time has passed, since
 * what it had by then, a code or a seed, may have expired.
 * @param before is called before the work begins again
 * @param until waits for a time of the subject
 * @throws what the work throws; SetupFailed where it would have to wait too long
 */
export async function patiently<T>(
  { rateLimit }: Pick<Run, 'rateLimit'>,
  work: () => Promise<T>,
  before: () => void = () => {},
  until = untilOfCase(),
): Promise<T> {
  for (let again = 0; ; again++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AskedToWait) || again === mostAgain) throw error
      await rateLimit.pass(until)
      before()
    }
  }
}
