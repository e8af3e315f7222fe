const worstFirst = [130, 2, 6, 5, 1, 4, 3, 0]

/** Returns the exit code of a single run that had all of these results; an interrupt takes precedence. */
export const worstExit = (codes: readonly number[]): number =>
  worstFirst.find((code) => codes.includes(code)) ?? 5
