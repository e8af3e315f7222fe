import type { Run } from '../run/run.ts'

/**
 * Does the work for all at the same moment. Does it one after another if the run is sequential, or if the subject accepts
 * signed requests only in the order of their dates. Returns the results in order.
 * @throws the first error in that order, once all have ended
 */
export async function atOnce<T, R>(
  { signatureDates, sequential }: Pick<Run, 'signatureDates' | 'sequential'>,
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  if (sequential || signatureDates.rises) {
    for (const one of all) results.push(await work(one))
    return results
  }
  for (const settled of await Promise.allSettled(all.map(work))) {
    if (settled.status === 'rejected') throw settled.reason
    results.push(settled.value)
  }
  return results
}

/** Does the work with a sequential run; nothing else may use the run meanwhile. */
export async function inSequence<T>(run: Pick<Run, 'sequential'>, work: () => Promise<T>): Promise<T> {
  const { sequential } = run
  run.sequential = true
  try {
    return await work()
  } finally {
    run.sequential = sequential
  }
}
