/** Names the last, however many there are. */
export const newest = Infinity

/**
 * One of some by its number; the last where there are fewer. So it stays the same one while shrinking leaves out steps that
 * made others before it.
 */
export const pick = <T>(some: readonly T[], at: number): T | undefined => some[Math.min(at, some.length - 1)]
