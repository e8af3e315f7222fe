import type { Run } from '../run/run.ts'
import { Violation } from '../outcomes.ts'

/**
 * Does the work for all at the same moment. Does it one after another if the run is sequential, or if the subject accepts
 * signed requests only in the order of their dates. Returns the results in order.
 * @throws what `together` throws
 */
export async function atOnce<T, R>(
  { signatureDates, sequential }: Pick<Run, 'signatureDates' | 'sequential'>,
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  if (!sequential && !signatureDates.rises) return await together(all.map(work))
  const results: R[] = []
  for (const one of all) results.push(await work(one))
  return results
}

/**
 * Returns the results in order, once all have ended.
 * @throws a violation if there is one, which counts whatever else went wrong at that moment; otherwise the first error
 */
export async function together<T>(all: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(all)
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (errors.length > 0) throw errors.find((error) => error instanceof Violation) ?? errors[0]
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
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
