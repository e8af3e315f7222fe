import fc from 'fast-check'
import type { Place } from '../../run/run.ts'

export interface SearchOptions {
  seed: number
  runs: number
  /** How many inputs are tried at once while none has failed; shrinking tries one after another. */
  concurrency: number
  /** The longest time for trying, in milliseconds; shrinking gets the same time again. */
  limitMs: number
  /** Tries only this input, with which an earlier search ended. */
  replay?: Place
}

export interface Searched<T, F> {
  /** Inputs tried before shrinking began. */
  runs: number
  failure?: Found<T, F>
}

export interface Found<T, F> extends Place {
  input: T
  /** What the probe returned for this input. */
  failed: F
  /** Number of steps in which the input got smaller. */
  shrinks: number
}

/**
 * Looks for an input at which `probe` fails, and then for a smaller one. A probe returns undefined if all is well. If it
 * throws, the search ends and rethrows the error, unless a failure was found before.
 */
export async function search<T, F>(
  arbitrary: fc.Arbitrary<T>,
  options: SearchOptions,
  probe: (input: T) => Promise<F | undefined>,
): Promise<Searched<T, F>> {
  if (options.replay) {
    const failure = await shrink(arbitrary, options, { ...options.replay, isWhole: true }, probe)
    return { runs: 1, ...(failure ? { failure } : {}) }
  }
  const { runs, first } = await scan(arbitrary, options, probe)
  if (!first) return { runs }
  const path = String(first.at)
  // A failure that does not happen again, or can't be tried again, is reported as it was first seen.
  const smaller = await shrink(arbitrary, options, { path }, probe).catch(() => undefined)
  return { runs, failure: smaller ?? { input: first.input, failed: first.failed, path, shrinks: 0 } }
}

interface First<T, F> {
  at: number
  input: T
  failed: F
}

/** Tries inputs, several at once, until one fails. Keeps nothing of inputs that passed. */
async function scan<T, F>(
  arbitrary: fc.Arbitrary<T>,
  { seed, runs, concurrency, limitMs }: SearchOptions,
  probe: (input: T) => Promise<F | undefined>,
): Promise<{ runs: number; first: First<T, F> | undefined }> {
  let next = 0
  let first: First<T, F> | undefined
  let thrown: { error: unknown } | undefined
  let inFlight = 0
  let landed = () => {}
  const oneLands = () => new Promise<void>((resolve) => (landed = resolve))
  const attempt = async (at: number, input: T) => {
    try {
      const failed = await probe(input)
      if (failed !== undefined && at < (first?.at ?? Infinity)) first = { at, input, failed }
    } catch (error) {
      thrown ??= { error }
    }
    inFlight--
    landed()
  }
  const tried = fc.asyncProperty(arbitrary, async (input) => {
    if (first || thrown) throw new fc.PreconditionFailure(true)
    inFlight++
    void attempt(next++, input)
    if (inFlight >= concurrency) await oneLands()
  })
  await fc.check(tried, { seed, numRuns: runs, interruptAfterTimeLimit: limitMs })
  while (inFlight > 0) await oneLands()
  if (thrown && !first) throw thrown.error
  return { runs: next, first }
}

/** Tries the input at a place again and, if the place is that of a first try, makes the input smaller while it fails. */
async function shrink<T, F>(
  arbitrary: fc.Arbitrary<T>,
  { seed, limitMs }: SearchOptions,
  { path, isWhole = false }: Place & { isWhole?: boolean },
  probe: (input: T) => Promise<F | undefined>,
): Promise<Found<T, F> | undefined> {
  let last: { input: T; failed: F; replayPath?: string } | undefined
  let thrown: { error: unknown } | undefined
  const tried = fc.asyncProperty(arbitrary, async (input) => {
    if (thrown) throw new fc.PreconditionFailure(true)
    let failed: F | undefined
    try {
      failed = await probe(input)
    } catch (error) {
      thrown = { error }
      throw new fc.PreconditionFailure(true)
    }
    if (failed === undefined) return
    last = { input, failed, ...replayPathOf(input) }
    throw new Error('failed')
  })
  const details = await fc.check(tried, {
    seed,
    path,
    numRuns: 1,
    endOnFailure: isWhole,
    interruptAfterTimeLimit: limitMs,
  })
  if (!last) {
    if (thrown) throw thrown.error
    return undefined
  }
  const found = details.counterexamplePath ?? path
  return { ...last, path: found, shrinks: details.numShrinks }
}

/** What fast-check needs besides the path to generate a sequence of commands again. */
function replayPathOf(input: unknown): { replayPath?: string } {
  const text = /\/\*replayPath="([^"]*)"\*\/$/.exec(String(input))?.[1]
  return text === undefined ? {} : { replayPath: text }
}
