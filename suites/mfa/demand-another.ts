import { holds } from '../../harness/engine/case/expect.ts'
import type { Challenge } from '../../harness/client/second-step.ts'

export const demandAnother = (next: Challenge, spent: Challenge): void =>
  holds(
    next.seed !== spent.seed,
    'another seed in the next challenge',
    'the challenge carries the seed that was spent',
  )
