import { randomBytes } from 'node:crypto'

/** `count` unpredictable bytes. */
export type Random = (count: number) => Buffer

export const systemRandom: Random = (count) => randomBytes(count)

/** A version 4 UUID from sixteen random bytes. */
export function randomUuid(random: Random): string {
  const bytes = random(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
