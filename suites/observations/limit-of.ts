import { NotDeclared, SetupFailed } from '../../harness/verdicts/outcomes.ts'

/** How far something goes, in whole seconds: the largest value seen to work, and the smallest seen not to. */
export interface Limit {
  works: number
  /** undefined where nothing failed. */
  fails: number | undefined
  /** Why the search ended before the two were one apart. */
  stopped?: string
}

export interface Search {
  /** Largest value that is tried. */
  most: number
  /** Usual limits, ascending: each is tried first, and the value behind it. */
  usual: readonly number[]
  /** Where what failed may have been later than asked for, the value at which it did instead of `false`. */
  works(value: number): Promise<boolean | { failedAt: number }>
}

/** Tries of one value that come too late to say anything of it. */
const mostLate = 5

/**
 * Finds a limit by bisection, from 0, which is taken to work, to `most`. The usual limits are tried upwards, so that
 * a usual one costs one failure. What can't be tried ends the search, not the measurement.
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

/** What is seen within one second of the clock: a look that crossed into the next is taken again, three times at most. */
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

/** What comes of a further look, or why there was none: so that what is known before is not lost. */
export async function orStopped<T>(look: () => Promise<T>): Promise<T | string> {
  try {
    return await look()
  } catch (error) {
    if (!endsSearch(error)) throw error
    return error.message
  }
}

/**
 * The limit, once `check` has shown that something fresh still works: else what failed may have failed for another reason.
 * Where that can't be shown, only what worked is left of it.
 * @throws what `check` throws where nothing worked
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
  // Far apart, the middle of their orders of magnitude saves the subject's time.
  if (fails > 4 * works) return Math.max(works + 1, Math.round(Math.sqrt(Math.max(1, works) * fails)))
  return Math.floor((works + fails) / 2)
}

export interface LimitWords {
  /** What was seen: "it was accepted", "it was rejected". */
  worked: string
  failed: string
  /** Which of the two values is the limit, once they are one apart. */
  exact: 'works' | 'fails'
}

/** A limit in words, with what it rests on. */
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
