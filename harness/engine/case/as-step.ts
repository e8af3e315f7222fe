import { SetupFailed, Violation } from '../../outcomes.ts'
import { currentCase } from '../../run/current-case.ts'
import { judgeWhatFollowed } from './judge-what-followed.ts'

/**
 * Does as a step what another case judges: a violation makes this case inconclusive, even if it comes from a second
 * answer that arrives late.
 */
export async function asStep<T>(work: () => Promise<T>): Promise<T> {
  const { trace } = currentCase()
  const before = trace.followed.length
  try {
    const result = await work()
    await judgeWhatFollowed(trace.followed.slice(before))
    return result
  } catch (error) {
    if (error instanceof Violation)
      throw new SetupFailed(`a step before the judged one failed: ${error.message}`)
    throw error
  } finally {
    trace.followed.splice(before)
  }
}
