import type { Random } from './run.ts'

/** A small seeded generator (mulberry32); good enough to pick names, and the same in every run with the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return { below, word: (length) => Array.from({ length }, () => letters[below(letters.length)]).join('') }
}
