import { AskedToWait, WouldExpire } from '../../outcomes.ts'
import { untilOfCase } from '../../run/current-case.ts'
import type { Run } from '../../run/run.ts'
import { runAsTry } from '../../ledgers/try.ts'

/** How often a case, or one try of a property, starts again before it waits until nothing runs beside it. */
const mostAgain = 6
/** How often it starts again for a code that would have expired: other cases often fill a server's limit first. */
const mostExpired = 20

/**
 * Does the work. If the subject asks to come back later, starts again from the beginning once that time has passed, because
 * the code or seed that the work had may have expired by then.
 * @param before called before the work starts again
 * @param until waits for a time on the subject's clock
 * @throws what the work throws; SetupFailed if it would have to wait too long
 */
export async function patiently<T>(
  { rateLimit }: Pick<Run, 'rateLimit'>,
  work: () => Promise<T>,
  before: () => void = () => {},
  until = untilOfCase(),
): Promise<T> {
  for (let again = 0, expired = 0; ;) {
    try {
      return await runAsTry({ restarts: again, mayRestart: expired < mostExpired }, work)
    } catch (error) {
      if (!(error instanceof AskedToWait) || again === mostAgain) throw error
      if (error instanceof WouldExpire) expired++
      else again++
      await rateLimit.pass(until)
      before()
    }
  }
}
