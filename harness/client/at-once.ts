import type { Run } from '../run/run.ts'

/**
 * Does the work for all at the same moment, or one after another if the subject accepts signed requests only in the order of
 * their dates. Returns the results in order.
 * @throws the first error in that order, once all have ended
 */
export async function atOnce<T, R>(
  { signatureDates }: Pick<Run, 'signatureDates'>,
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  if (signatureDates.rises) {
    for (const one of all) results.push(await work(one))
    return results
  }
  for (const settled of await Promise.allSettled(all.map(work))) {
    if (settled.status === 'rejected') throw settled.reason
    results.push(settled.value)
  }
  return results
}
