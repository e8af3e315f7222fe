import { NotDeclared, SetupFailed } from '../../harness/outcomes.ts'

/** A limit, in whole seconds: the largest value seen to work, and the smallest seen to fail. */
export interface Limit {
  works: number
  /** Undefined if nothing failed. */
  fails: number | undefined
  /** Why the search ended before the two values were one apart. */
  stopped?: string
}

export interface Search {
  /** The largest value to try. */
  most: number
  /** Common limits, ascending. Each is tried first, and then the value after it. */
  usual: readonly number[]
  /**
   * Tries a value. If the failing value may be larger than the one asked for, returns that value as `failedAt` instead of
   * `false`.
   */
  works(value: number): Promise<boolean | { failedAt: number }>
}

/** The number of tries of one value that come too late to show anything about it. */
const mostLate = 5

/**
 * Finds a limit between 0, which is assumed to work, and `most` by bisection. The common limits are tried in ascending
 * order, so that finding one of them costs a single failure. If a value can't be tried, the search ends, but the
 * measurement stands.
 * @throws what `works` throws at the first value
 */
export async function limitOf({ most, usual, works }: Search): Promise<Limit> {
  const limit: Limit = { works: 0, fails: undefined }
  const hints = usual.flatMap((value) => [value, value + 1]).filter((value) => value <= most)
  let late = 0
  try {
    for (;;) {
      const value = next(limit, hints, most)
      if (value === undefined) return limit
      if (late > mostLate) return { ...limit, stopped: `nothing could be tried at ${value} s in time` }
      const seen = await works(value)
      const failedAt = seen === false ? value : seen === true ? Infinity : Math.max(value, seen.failedAt)
      late = failedAt !== Infinity && failedAt > value ? late + 1 : 0
      if (seen === true) limit.works = value
      else limit.fails = Math.min(failedAt, limit.fails ?? Infinity)
    }
  } catch (error) {
    if (!endsSearch(error) || (limit.works === 0 && limit.fails === undefined)) throw error
    return { ...limit, stopped: error.message }
  }
}

/** Looks within one second of the clock; a look that crosses into the next second is repeated, at most three times. */
export async function withinOneSecond<T>(now: () => number, look: () => Promise<T>): Promise<T> {
  const second = () => Math.floor(now() / 1000)
  for (let again = 0; ; again++) {
    const begun = second()
    const seen = await look()
    if (second() === begun || again === 3) return seen
  }
}

const endsSearch = (error: unknown): error is Error =>
  error instanceof NotDeclared || error instanceof SetupFailed

/** Returns the result of a further look, or why there was none, so that earlier results are not lost. */
export async function orStopped<T>(look: () => Promise<T>): Promise<T | string> {
  try {
    return await look()
  } catch (error) {
    if (!endsSearch(error)) throw error
    return error.message
  }
}

/**
 * Returns the limit once `check` has shown that something fresh still works; otherwise the failure may have another
 * cause. If that can't be shown, the limit keeps only the value that worked.
 * @throws what `check` throws, if nothing worked
 */
export async function confirmed(limit: Limit, check: () => Promise<unknown>): Promise<Limit> {
  if (limit.fails === undefined) return limit
  try {
    await check()
    return limit
  } catch (error) {
    if (!endsSearch(error) || limit.works === 0) throw error
    return { works: limit.works, fails: undefined, stopped: error.message }
  }
}

function next({ works, fails }: Limit, hints: readonly number[], most: number): number | undefined {
  const hint = hints.find((value) => value > works && value < (fails ?? Infinity))
  if (hint !== undefined) return hint
  if (fails === undefined) return works < most ? Math.min(most, Math.max(works * 4, 60)) : undefined
  if (fails - works <= 1) return undefined
  // If they are far apart, the geometric mean saves the subject's time.
  if (fails > 4 * works) return Math.max(works + 1, Math.round(Math.sqrt(Math.max(1, works) * fails)))
  return Math.floor((works + fails) / 2)
}

export interface LimitWords {
  /** What was seen: "it was accepted", "it was rejected". */
  worked: string
  failed: string
  /** Which of the two values is the limit if they are one apart. */
  exact: 'works' | 'fails'
}

/** Puts a limit into words, with what it rests on. */
export function limitInWords(
  { works, fails, stopped }: Limit,
  { worked, failed, exact }: LimitWords,
): string {
  const why = stopped === undefined ? '' : ` (the search ended there: ${stopped})`
  if (fails === undefined) return `${works} s or more: ${worked} at ${works} s${why}`
  if (works === 0) return `less than ${fails} s: ${failed} at ${fails} s${why}`
  const seen = `${worked} at ${works} s, ${failed} at ${fails} s`
  if (fails - works > 1) return `between ${works} s and ${fails} s: ${seen}${why}`
  return `${exact === 'works' ? works : fails} s: ${seen}`
}
