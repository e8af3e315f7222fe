import { setTimeout } from 'node:timers/promises'

/** Longer than it takes to read a request that was sent at the same moment. */
const momentMilliseconds = 25

/** Holds each caller for a moment, then returns what the callers present at the same time have put. */
export function createMeetings<T>(): (put?: T) => Promise<T[]> {
  const present = new Set<{ put: T | undefined; seen: T[] }>()
  const isGiven = (value: T | undefined) => value !== undefined
  return async (put) => {
    const own = { put, seen: [...present].map((other) => other.put).filter(isGiven) as T[] }
    if (put !== undefined) for (const other of present) other.seen.push(put)
    present.add(own)
    await setTimeout(momentMilliseconds)
    present.delete(own)
    return own.seen
  }
}
