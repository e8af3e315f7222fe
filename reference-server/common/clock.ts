/** The server's time. All code that needs the time asks this clock, so that everything moves together. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Moves the time forward; it ticks on from there. Throws RangeError for a step back, TypeError for unknown fields or
   * values that aren't numbers.
   */
  advance(step: { hours?: number; minutes?: number; seconds?: number }): void
}

/** The last instant that an HTTP date can express: its year has four digits. */
const endOfTime = Date.UTC(9999, 11, 31, 23, 59, 59)

/** How far a clock is ahead of the real time; negative if behind. Clocks that share an offset move together. */
export interface Offset {
  milliseconds: number
}

/**
 * Creates a clock that follows `realNow` (milliseconds since 1970), ahead of it by `ahead`, and can be moved further
 * ahead.
 */
export function createClock(realNow: () => number = Date.now, ahead: Offset = { milliseconds: 0 }): Clock {
  return {
    now: () => realNow() + ahead.milliseconds,
    advance({ hours = 0, minutes = 0, seconds = 0, ...more }) {
      // For callers in JavaScript: `{ hour: 1 }` must not be a step that moves nothing.
      if (Object.keys(more).length > 0 || [hours, minutes, seconds].some((one) => typeof one !== 'number'))
        throw new TypeError('the clock moves by { hours, minutes, seconds }, each a number')
      const step = ((hours * 60 + minutes) * 60 + seconds) * 1000
      if (!(step >= 0)) throw new RangeError('the clock moves forward only')
      if (!(realNow() + ahead.milliseconds + step <= endOfTime))
        throw new RangeError('the clock ends with the year 9999')
      ahead.milliseconds += step
    },
  }
}

const imfFixdate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** Converts milliseconds to the date form of RFC 7231 section 7.1.1.1 (IMF-fixdate). */
export function httpDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString()
}

/**
 * Converts the date form of RFC 7231 to milliseconds; undefined for anything else. The weekday may be wrong, as in the
 * draft's example.
 */
export function readHttpDate(text: string): number | undefined {
  const milliseconds = imfFixdate.test(text) ? Date.parse(text.slice(5)) : Number.NaN
  // Not so for a day that the month does not have, and for 24:00:00.
  return httpDate(milliseconds).slice(5) === text.slice(5) ? milliseconds : undefined
}

/** Formats milliseconds as `GET /clock` shows them. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** Returns milliseconds that never decrease, to measure durations. */
export function stopwatchTime(): number {
  return performance.now()
}

/** Returns the machine's own time in milliseconds, to compare with time stamps of the machine. */
export function machineTime(): number {
  return Date.now()
}
