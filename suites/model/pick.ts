/** Picks the last one, however many there are. */
export const newest = Infinity

/**
 * Picks an item by its number, or the last one if there are fewer. The choice thus stays the same while shrinking drops
 * steps that created later ones.
 */
export const pick = <T>(some: readonly T[], at: number): T | undefined => some[Math.min(at, some.length - 1)]
