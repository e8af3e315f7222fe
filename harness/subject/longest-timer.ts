/** In milliseconds. Node lets a timer that is set for longer fire at once. */
export const longestTimerMs = 2 ** 31 - 1
