const worstFirst = [130, 2, 6, 5, 1, 4, 3, 0]

/** Of several exit codes, the one that a run with all of their reasons would end with; an interrupt before all. */
export const worstExit = (codes: readonly number[]): number =>
  worstFirst.find((code) => codes.includes(code)) ?? 5
