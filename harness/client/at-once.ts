import type { Run } from '../run/run.ts'
import { AskedToWait, SetupFailed, Violation } from '../outcomes.ts'

/**
 * Does the work for all at the same moment. Does it one after another if the run is sequential, or if the subject accepts
 * signed requests only in the order of their dates. Returns the results in order.
 * @throws what `together` throws; one after another, nothing more is done after a violation, or after three failed steps
 */
export async function atOnce<T, R>(
  { signatureDates, sequential }: Pick<Run, 'signatureDates' | 'sequential'>,
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  if (!sequential && !signatureDates.rises) return await together(all.map(work))
  const done: Promise<R>[] = []
  let failed = 0
  for (const one of all) {
    const own = work(one)
    done.push(own)
    const [ended] = await Promise.allSettled([own])
    if (ended.status === 'rejected' && (!isFailedStep(ended.reason) || ++failed === mostFailed)) break
  }
  return await together(done)
}

/** A firewall may drop a few requests of many; a server that answers none would take up the time of each. */
const mostFailed = 3
const isFailedStep = (error: unknown): boolean =>
  error instanceof SetupFailed && !(error instanceof AskedToWait)

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
