import { createRandom } from '../../harness/run/random.ts'

/** Random values that depend only on a seed. */
export interface Draw {
  /** An integer from 0 to `count - 1`. */
  below(count: number): number
  pick<T>(from: readonly T[]): T
  /** True with a probability of 1 in `inSoMany`. */
  once(inSoMany: number): boolean
  text(length: number, alphabet?: string): string
}

export function createDraw(seed: number): Draw {
  const { below } = createRandom(seed)
  return {
    below,
    pick: (from) => from[below(from.length)] as never,
    once: (inSoMany) => below(inSoMany) === 0,
    text: (length, alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789') =>
      Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
  }
}
