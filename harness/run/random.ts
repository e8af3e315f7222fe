import { idOfCase } from './current-case.ts'
import type { Random } from './run.ts'

/** Derives a separate seed for each name from the seed of the run (FNV-1a). */
export function derivedSeed(seed: number, name: string): number {
  let hash = (0x811c9dc5 ^ seed) | 0
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash & 0x7fffffff
}

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

/** Gives each case a generator of its own, so that what a case sends does not depend on what runs beside it. */
export function createRandomByCase(seed: number): Random {
  const ofRun = createRandom(seed)
  const ofCases = new Map<string, Random>()
  const current = (): Random => {
    const id = idOfCase()
    if (id === undefined) return ofRun
    const own = ofCases.get(id) ?? createRandom(derivedSeed(seed, id))
    ofCases.set(id, own)
    return own
  }
  return { below: (limit) => current().below(limit), word: (length) => current().word(length) }
}
