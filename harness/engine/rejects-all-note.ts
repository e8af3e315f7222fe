import { ifAllIsRejected, isLikeUnknownPath } from '../client/other-causes/or-gateway.ts'
import type { Run } from '../run/run.ts'

/**
 * The note about a ban or a gateway that rejected everything from the beginning; none if anything was accepted. Many servers
 * answer 401 to unknown paths and lists alike, so a 401 counts only if a valid login got it too.
 */
export function rejectsAllNote(run: Run): string[] {
  const { rejectsAllAtFirst, firstStatus, letIn, listed, failedLogins } = run
  if (!rejectsAllAtFirst || letIn.size > 0 || listed.size > 0) return []
  const isShown = [...failedLogins.rejectedLogins.values()].some((one) => isLikeUnknownPath(run, one))
  if (firstStatus !== 403 && !isShown) return []
  return [
    `the server rejected everything from the first request on (${firstStatus}), even unknown paths: ${ifAllIsRejected(firstStatus)}`,
  ]
}
