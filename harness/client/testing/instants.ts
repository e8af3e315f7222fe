/** The subject's time at the start of a test, in Unix milliseconds. */
export const noon = Date.UTC(2026, 10, 20, 12)
