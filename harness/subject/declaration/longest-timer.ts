/** In milliseconds. Node fires longer timers immediately. */
export const longestTimerMs = 2 ** 31 - 1
