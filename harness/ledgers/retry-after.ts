import type { SubjectClock } from '../clock/subject-clock.ts'
import { SetupFailed } from '../outcomes.ts'

/**
 * The longest real time that a run waits for Retry-After, in milliseconds: while few requests had room since the last wait, and
 * in all. JumpServer allows 60 requests a minute without credentials from 4.10.15 on, a tenth of those of a run.
 */
const longestWaitsMs = { withoutRoom: 60_000, inAll: 15 * 60_000 }
/**
 * If fewer requests than this had room after a jump, earlier ones still count, as in a window that slides. The next jump goes
 * as far as the longest Retry-After so far, after which none of them does.
 */
export const enoughRoom = 50
/** So many with room in a minute of short waits get a run to its end before the longest wait is over. */
const enoughInShortWaits = 300

/** A server may leave out the fraction of a second, so that the rest of its last one is 0. */
const leastSeconds = 1

/** Waits, like a case on the run's timeline, for a time on the subject's clock, in milliseconds since the Unix epoch. */
export type Until = (subjectMs: number) => Promise<void>

export interface RetryAfterParts {
  monotonic: () => number
  /** Waits in real time, and shows that it does. */
  wait: (ms: number) => Promise<void>
  clock: Pick<SubjectClock, 'movable' | 'realTime' | 'now' | 'leftSeconds'>
  /** Resolves when no request is in flight; undefined if none is. */
  idle: () => Promise<void> | undefined
  /** What to do about a limit of the subject. */
  remedy: () => string
}

/**
 * Waits until the time of a Retry-After has passed. Jumps over it if the clock can move, unless a jump was seen not to help;
 * otherwise waits, up to a minute while few requests have room.
 */
export function createRetryAfter({ monotonic, wait, clock, idle, remedy }: RetryAfterParts) {
  let notBefore = { realMs: 0, subjectMs: 0 }
  let status = 429
  let jumpsHelp = clock.movable && !clock.realTime
  let lastJump: { realMs: number; subjectMs: number } | undefined
  /** How many requests that began after the last jump were not asked to come back later. */
  let hadRoom = Infinity
  /** Those of them that the limit is about. */
  let limitedHadRoom = 0
  /** True if one that began after the last jump was asked to come back later, and none had room. */
  let mayNotHelp = false
  let longestAsked = 0
  /** How long it waited in real time: in all, and since enough requests had room. */
  let waitedMs = 0
  let waitedForRoomMs = 0
  let hadRoomSinceWait = 0
  let hadRoomInWaits = 0
  let jumps = 0
  let jumpedSeconds = 0
  let waiting: Promise<void> | undefined

  const leftMs = (): number =>
    jumpsHelp ? notBefore.subjectMs - clock.now() : notBefore.realMs - monotonic()

  return {
    /** For how much longer the subject asks not to be called, in milliseconds; 0 or less if it does not. */
    leftMs,
    /**
     * Notes that a request whose sending began at this time was asked to come back later, or was not.
     * @param isLimited false if only requests of another kind are asked to
     */
    noteRoom(asks: boolean, beganAt: number, isLimited = true): void {
      if (!asks) hadRoomSinceWait++
      if (!asks) hadRoomInWaits++
      if (lastJump === undefined || beganAt < lastJump.realMs) return
      if (!asks) hadRoom++
      if (!isLimited) return
      if (!asks) limitedHadRoom++
      mayNotHelp = asks && limitedHadRoom === 0
    },
    /** Notes that the subject asks to come back after so many seconds, with this status. */
    ask(said: number, withStatus: number): void {
      const seconds = Math.max(leastSeconds, said)
      status = withStatus
      longestAsked = Math.max(longestAsked, seconds)
      const isSliding = hadRoom < enoughRoom && longestAsked < clock.leftSeconds
      const further = isSliding ? longestAsked : seconds
      // A time that was jumped over is over, but one that still runs is not cut short by another limit's.
      const { realMs, subjectMs } = leftMs() > 0 ? notBefore : { realMs: 0, subjectMs: 0 }
      notBefore = {
        realMs: Math.max(realMs, monotonic() + seconds * 1000),
        subjectMs: Math.max(subjectMs, clock.now() + further * 1000),
      }
    },
    /** Lets the time pass, or part of it. @throws SetupFailed if that would take too long */
    async pass(leftMs: number, until: Until): Promise<void> {
      if (jumpsHelp && mayNotHelp) await learnIfJumpsHelp()
      else if (jumpsHelp && leftMs / 1000 < clock.leftSeconds) await jump(until, leftMs)
      else {
        // Requests that wait at the same time wait together.
        waiting ??= waitFor(leftMs).finally(() => (waiting = undefined))
        await waiting
      }
    },
    /** What Retry-After has cost so far, for the report. */
    notes: (): string[] => [
      ...(jumps > 0
        ? [
            `moved the clock by ${Math.ceil(jumpedSeconds)} s for Retry-After, in ${jumps} ${jumps === 1 ? 'jump' : 'jumps'}`,
          ]
        : []),
      ...(waitedMs > 0 ? [`waited ${Math.ceil(waitedMs / 1000)} s for Retry-After`] : []),
    ],
  }

  /**
   * A server that uses another clock than the one that was moved needs a real wait. A request that had room may be answered
   * later than one that had none.
   */
  async function learnIfJumpsHelp(): Promise<void> {
    await idle()
    if (mayNotHelp) jumpsHelp = mayNotHelp = false
  }

  async function jump(until: Until, leftMs: number): Promise<void> {
    const { subjectMs } = notBefore
    await until(subjectMs)
    // If several waited for the same time, only one counts.
    if (notBefore.subjectMs !== subjectMs || lastJump?.subjectMs === subjectMs) return
    lastJump = { realMs: monotonic(), subjectMs }
    hadRoom = limitedHadRoom = 0
    jumps++
    jumpedSeconds += leftMs / 1000
  }

  async function waitFor(leftMs: number): Promise<void> {
    if (hadRoomSinceWait >= enoughRoom || hadRoomInWaits >= enoughInShortWaits)
      waitedForRoomMs = hadRoomInWaits = 0
    const { withoutRoom, inAll } = longestWaitsMs
    if (waitedForRoomMs + leftMs > withoutRoom || waitedMs + leftMs > inAll) {
      throw new SetupFailed(
        `the subject asks not to be called for ${Math.ceil(leftMs / 1000)} s (${status}, Retry-After)${status === 403 ? '' : `; ${remedy()}`}`,
      )
    }
    waitedMs += leftMs
    waitedForRoomMs += leftMs
    await wait(leftMs)
    hadRoomSinceWait = 0
  }
}

/** A Retry-After of more than a year, in seconds, names no time to come back: it is a mistake, or means never. */
const longestSeconds = 366 * 24 * 3600

/**
 * The seconds of a Retry-After: a number, for which many servers send a fraction, or an HTTP date (RFC 9110, section 10.2.3).
 * Undefined if it is neither, or too long: `Date.parse` takes `32.5` for a day in 2032.
 */
export function retryAfterSeconds(value: string | undefined, nowMs: number): number | undefined {
  const seconds = secondsIn(value ?? '', nowMs)
  return seconds <= longestSeconds ? seconds : undefined
}

function secondsIn(value: string, nowMs: number): number {
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value)
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Math.max(0, (date - nowMs) / 1000)
}
