/** The subject's time at the start of a test, in milliseconds since the Unix epoch. */
export const noon = Date.UTC(2026, 10, 20, 12)
