import { UsageError } from './subject-error.ts'

/** Returns the candidate closest to a misspelt word; undefined if none is close or begins with it. Largely ignores case. */
export function closestWord(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase()
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)
  const best = ranked[0]
  if (best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length / 3))) return best.candidate
  return ranked.find(({ candidate }) => isBeginning(wanted, candidate.toLowerCase()))?.candidate
}

/** Suggests the closest of the known words; `otherwise` if none is close. */
export function didYouMean(word: string, known: readonly string[], otherwise: string): string {
  const near = closestWord(word, known)
  return near === undefined ? otherwise : `did you mean ${near}?`
}

/**
 * Returns the error for a word that is not known.
 * @param what begins the message: `there is no format`
 * @param fix ends it: which words are known, or what lists them
 */
export function unknownWord(what: string, word: string, known: readonly string[], fix: string): UsageError {
  const near = closestWord(word, known)
  return new UsageError(`${what} "${word}"; ${near === undefined ? '' : `did you mean ${near}? `}${fix}`)
}

/** Matches whole words only: `mfa.seed` is the beginning of `mfa.seed-fresh`. */
const isBeginning = (wanted: string, candidate: string): boolean =>
  wanted !== '' && ['-', '.', '/'].some((end) => candidate.startsWith(wanted + end))

/** Levenshtein distance that counts swapping neighbours as one step (optimal string alignment). */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const changed = one[row - 1] === other[column - 1] ? 0 : 1
      let best = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + changed)
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        best = Math.min(best, at(beforeLast, column - 2) + 1)
      }
      current.push(best)
    }
    beforeLast = last
    last = current
  }
  return at(last, other.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity
