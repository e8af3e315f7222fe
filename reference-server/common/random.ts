import { createHash, randomBytes } from 'node:crypto'

/** Returns `count` unpredictable bytes. */
export type Random = (count: number) => Buffer

export const systemRandom: Random = (count) => randomBytes(count)

/** Returns a source of bytes for each purpose; using one doesn't affect the others. */
export type RandomFor = (purpose: string) => Random

/**
 * Returns bytes that are the same in each run with this `seed`: SHA-256 of a counter. Each purpose continues where it
 * stopped, even for another caller. Anyone can predict them.
 */
export function createDeterministicRandom(seed: number): RandomFor {
  const sources = new Map<string, Random>()
  return (purpose) => {
    const known = sources.get(purpose)
    if (known) return known
    let rest = Buffer.alloc(0)
    let block = 0
    const source: Random = (count) => {
      while (rest.length < count) {
        const more = createHash('sha256').update(`${seed} ${purpose} ${block++}`).digest()
        rest = Buffer.concat([rest, more])
      }
      const bytes = Buffer.from(rest.subarray(0, count))
      rest = rest.subarray(count)
      return bytes
    }
    sources.set(purpose, source)
    return source
  }
}

/** Makes a version 4 UUID from sixteen random bytes. */
export function randomUuid(random: Random): string {
  const bytes = random(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
