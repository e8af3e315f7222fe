/** Random values that depend only on a seed. */
export interface Draw {
  /** An integer from 0 to `count - 1`. */
  below(count: number): number
  pick<T>(from: readonly T[]): T
  /** True with a probability of 1 in `inSoMany`. */
  once(inSoMany: number): boolean
  text(length: number, alphabet?: string): string
}

/** Mulberry32: takes only a few instructions per value. For variety, never for secrets. */
export function createDraw(seed: number): Draw {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    pick: (from) => from[below(from.length)] as never,
    once: (inSoMany) => below(inSoMany) === 0,
    text(length, alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789') {
      let text = ''
      for (let at = 0; at < length; at++) text += alphabet[below(alphabet.length)]
      return text
    },
  }
}
