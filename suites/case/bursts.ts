import { together } from '../../harness/client/at-once.ts'
import { NotSupported, noneLeft, Skipped } from '../../harness/outcomes.ts'
import type { Run } from '../../harness/run/run.ts'

/** Sends each burst this many times: two requests may miss each other in a single try. */
const rounds = 3

/** @throws NotSupported if requests are sent one after another */
export function meets({ declaration: { limits } }: Run): void {
  if (limits.concurrency === 1) throw new NotSupported('requests are sent one at a time (limits.concurrency)')
}

/** @throws what `meets` throws; Skipped if failed logins are limited and the server rejects valid ones of the same moment */
export function loginsMeet(run: Run): void {
  meets(run)
  const { limited, rejectsAtOnce } = run.failedLogins
  if (limited && rejectsAtOnce) throw new Skipped(noneLeft)
}

/**
 * Sends the requests at the same moment, for several rounds. If failed logins are limited, the first round with a rejected
 * valid login is the last.
 */
export async function bursts(
  { failedLogins }: Run,
  requests: readonly (() => Promise<unknown>)[],
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await together(requests.map((send) => send()))
    if (failedLogins.limited && failedLogins.rejectsAtOnce) return
  }
}
