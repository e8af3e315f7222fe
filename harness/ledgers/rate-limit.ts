import type { SubjectClock } from '../clock/subject-clock.ts'
import { SetupFailed } from '../outcomes.ts'
import { header, type Exchange } from '../wire/exchange.ts'
import type { Slowed } from '../wire/pace.ts'
import { createPauses } from './pauses.ts'

/** The longest real time that one run waits for Retry-After, in milliseconds. */
const longestWaitsMs = 60_000
/** After this many 429 answers in a row, nothing more is sent: the subject rejects everything. A burst counts as one. */
const enough = 3
/**
 * If fewer requests than this had room after a jump, earlier ones still count, as in a window that slides. The next jump goes
 * as far as the longest Retry-After so far, after which none of them does.
 */
const enoughRoom = 50
/** A Retry-After of so few seconds also comes from a server that answers only a few requests at once. */
const shortSeconds = 2
/** After this many of those, each with fewer than `enoughRoom` requests before it, fewer requests are sent at once. */
const enoughShort = 3
/** What to do if the subject limits requests. */
const slower = 'if it limits requests, declare limits.requestsPerSecond or limits.concurrency'
/** What to do if it has only limited logins so far: a rate for all requests would make the run take hours. */
const raised = 'if it limits logins, as it rejected nothing else like this, raise that limit for the run'
/** This many logins, and no other requests, show that only logins are limited. */
const enoughLogins = 4

/** The number of 429 answers, their Retry-After values, and the names of fields that show a limit. */
export interface SeenLimits {
  limited: number
  retryAfter: string[]
  headers: string[]
}

/** Waits, like a case on the run's timeline, for a time on the subject's clock, in milliseconds since the Unix epoch. */
export type Until = (subjectMs: number) => Promise<void>

export interface RateLimitParts {
  monotonic: () => number
  /** Makes the run send fewer requests at once, or per second, from now on. Returns what is limited then. */
  slowDown: (keepsRate?: boolean) => Slowed
  /** Waits in real time, and shows that it does. */
  wait: (ms: number) => Promise<void>
  clock: Pick<SubjectClock, 'movable' | 'realTime' | 'now' | 'leftSeconds'>
  /** Waits for a time on the subject's clock while no case runs. */
  alone: Until
}

/**
 * Respects Retry-After (RFC 9110, section 10.2.3) with 429 (RFC 6585), 503, or the 403 of a ban: nothing is sent before
 * that time has passed. Jumps over it if the clock can move, unless a jump was seen not to help; otherwise waits, up to a
 * minute per run. If that is not enough, or the subject answers nothing but 429, nothing is sent any more. If it keeps
 * asking for a moment after few requests, fewer are sent at once. After a 429 or 503 without Retry-After, nothing is sent for a second; from the third one on, fewer requests are sent at once, or
 * per second.
 */
export function createRateLimit({ monotonic, slowDown, wait, clock, alone }: RateLimitParts) {
  let notBefore = { realMs: 0, subjectMs: 0 }
  let status = 429
  let jumpsHelp = clock.movable && !clock.realTime
  let lastJump: { realMs: number; subjectMs: number } | undefined
  /** How many requests that began after the last jump were not asked to come back later. */
  let hadRoom = Infinity
  /** True if one that began after the last jump was asked to come back later, and none had room. */
  let mayNotHelp = false
  let longestAsked = 0
  /** When the last Retry-After had passed, and how many requests that began after it had room. */
  let passed = { at: -Infinity, room: 0 }
  let short = 0
  let slowed: Slowed = {}
  let waitedMs = 0
  let jumps = 0
  let jumpedSeconds = 0
  let waiting: Promise<void> | undefined
  const pauses = createPauses(monotonic, slowDown)
  let inARow = 0
  /** When the last 429 that counts was answered: requests in flight at that time belong to the same burst. */
  let limitedAt = -Infinity
  /** The same for 429 and 503: only the first in a row causes a pause, because another right after one shows that none helps. */
  let unavailable = { inARow: 0, at: -Infinity }
  let inFlight = 0
  let allAnswered = () => {}
  let idle: Promise<void> | undefined
  const limited = { logins: 0, others: 0 }
  const seen: SeenLimits = { limited: 0, retryAfter: [], headers: [] }

  return {
    /** What the run's answers have shown about limits. */
    seen,
    /** Sends a request and counts it as in flight until it is answered. */
    async underWay<T>(sending: () => Promise<T>): Promise<T> {
      inFlight++
      try {
        return await sending()
      } finally {
        if (--inFlight === 0) allAnswered()
        if (inFlight === 0) idle = undefined
      }
    },
    /** Resolves when no request is in flight; undefined if none is. */
    idle: allAreAnswered,
    /** What to do about a limit of the subject. */
    remedy,
    /** True if the subject answers nothing but 429: nothing is sent any more. */
    gaveUp: (): boolean => inARow >= enough,
    /** True if a request may be sent now. */
    isOpen: (): boolean => inARow < enough && leftMs() <= 0,
    /** For how much longer the subject asks not to be called, in milliseconds; 0 or less if it does not. */
    leftMs,
    /** Waits until a request may be sent. @throws SetupFailed if that would take too long */
    async pass(until: Until = alone): Promise<void> {
      if (inARow >= enough)
        throw new SetupFailed(
          `the subject answered 429 three times in a row, so nothing more is sent; ${remedy()}; if it has banned this client, wait until the ban is over or lift it, or lower limits.failedLogins`,
        )
      for (let left = leftMs(); left > 0; left = leftMs()) {
        if (askedMs() <= 0) await wait(left)
        else if (jumpsHelp && mayNotHelp) await learnIfJumpsHelp()
        else if (jumpsHelp && left / 1000 < clock.leftSeconds) await jump(until, left)
        else {
          // Requests that wait at the same time wait together.
          waiting ??= waitFor(left).finally(() => (waiting = undefined))
          await waiting
        }
        passed = { at: monotonic(), room: 0 }
      }
    },
    /**
     * @param beganAt when sending began: a request that has to connect first is sent later, maybe after another's answer
     * @returns true if the answer asks to come back later, and so says nothing about the request
     */
    answered(exchange: Exchange, isBan = false, beganAt = exchange.sentAt): boolean {
      for (const [name] of exchange.response.headers) {
        const plain = name.toLowerCase()
        if (/^(x-)?rate-?limit/.test(plain) && !seen.headers.includes(plain)) seen.headers.push(plain)
      }
      const said = header(exchange.response.headers, 'retry-after')
      const isLimit = exchange.response.status === 429
      const asks = isBan || isLimit || (exchange.response.status === 503 && said !== undefined)
      const isAfterJump = lastJump !== undefined && beganAt >= lastJump.realMs
      if (isAfterJump && !asks) hadRoom++
      if (!asks && beganAt >= passed.at) passed.room++
      if (isAfterJump) mayNotHelp = asks && hadRoom === 0
      if (!isLimit) inARow = 0
      else if (beganAt >= limitedAt) {
        inARow++
        limitedAt = exchange.answeredAt
      }
      noteUnavailable(exchange, beganAt)
      if (!asks) return mayPause(exchange)
      seen.limited++
      if (said !== undefined && !seen.retryAfter.includes(said)) seen.retryAfter.push(said)
      const seconds = retryAfterSeconds(said, clock.now())
      if (seconds === undefined) return mayPause(exchange)
      if (seconds <= shortSeconds) noteShort(beganAt)
      status = exchange.response.status
      longestAsked = Math.max(longestAsked, seconds)
      const isSliding = hadRoom < enoughRoom && longestAsked < clock.leftSeconds
      const further = isSliding ? longestAsked : seconds
      notBefore = { realMs: monotonic() + seconds * 1000, subjectMs: clock.now() + further * 1000 }
      return true
    },
    /** What Retry-After has cost so far, for the report. */
    notes: (): string[] => [
      ...(jumps > 0
        ? [
            `moved the clock by ${Math.ceil(jumpedSeconds)} s for Retry-After, in ${jumps} ${jumps === 1 ? 'jump' : 'jumps'}`,
          ]
        : []),
      ...(waitedMs > 0 ? [`waited ${Math.ceil(waitedMs / 1000)} s for Retry-After`] : []),
      ...(slowed.atOnce === undefined
        ? []
        : [
            `sent at most ${slowed.atOnce} requests at once, races included, after many were asked to come back in a moment; if it answers only so many at once, set limits.concurrency to that number`,
          ]),
      ...pauses.notes(),
    ],
  }

  /** Counts the requests in flight at the same time as one. */
  function noteShort(beganAt: number): void {
    if (beganAt < passed.at || passed.room >= enoughRoom) return
    passed.at = Infinity
    if (++short >= enoughShort) slowed = slowDown(true)
  }

  function noteUnavailable({ request, response, answeredAt }: Exchange, beganAt: number): void {
    if (isUnavailable(response.status)) limited[request.method === 'POST' ? 'logins' : 'others']++
    if (!isUnavailable(response.status)) unavailable.inARow = 0
    else if (beganAt >= unavailable.at) unavailable = { inARow: unavailable.inARow + 1, at: answeredAt }
  }

  function mayPause({ response }: Exchange): boolean {
    return isUnavailable(response.status) && unavailable.inARow <= 1 && pauses.begin()
  }

  function allAreAnswered(): Promise<void> | undefined {
    return inFlight === 0 ? undefined : (idle ??= new Promise((resolve) => (allAnswered = resolve)))
  }

  /**
   * A server that uses another clock than the one that was moved needs a real wait. A request that had room may be answered
   * later than one that had none.
   */
  async function learnIfJumpsHelp(): Promise<void> {
    await allAreAnswered()
    if (mayNotHelp) jumpsHelp = mayNotHelp = false
  }

  function remedy(): string {
    return limited.logins >= enoughLogins && limited.others === 0 ? raised : slower
  }

  function leftMs(): number {
    return Math.max(askedMs(), pauses.leftMs())
  }

  /** What is left of a Retry-After. */
  function askedMs(): number {
    return jumpsHelp ? notBefore.subjectMs - clock.now() : notBefore.realMs - monotonic()
  }

  async function jump(until: Until, left: number): Promise<void> {
    const { subjectMs } = notBefore
    await until(subjectMs)
    // If several waited for the same time, only one counts.
    if (notBefore.subjectMs !== subjectMs || lastJump?.subjectMs === subjectMs) return
    lastJump = { realMs: monotonic(), subjectMs }
    hadRoom = 0
    jumps++
    jumpedSeconds += left / 1000
  }

  async function waitFor(left: number): Promise<void> {
    if (waitedMs + left > longestWaitsMs) {
      throw new SetupFailed(
        `the subject asks not to be called for ${Math.ceil(left / 1000)} s (${status}, Retry-After)${status === 403 ? '' : `; ${remedy()}`}`,
      )
    }
    waitedMs += left
    await wait(left)
  }
}

/** nginx limits requests with 503 by default, and a server that restarts is away for a moment. */
const isUnavailable = (status: number): boolean => status === 429 || status === 503

export type RateLimit = ReturnType<typeof createRateLimit>

/** The seconds of a Retry-After: a number or an HTTP date (RFC 9110, section 10.2.3); undefined if it is neither. */
export function retryAfterSeconds(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - nowMs) / 1000)
}
