import type { Offset } from '../common/clock.ts'
import type { Seed } from '../domain/seeds.ts'
import type { Session } from '../domain/sessions.ts'
import type { Token } from '../domain/tokens.ts'

/** What requests leave behind. It is lost at a restart, but survives a switch of defects and variations. */
export interface State {
  ahead: Offset
  tokens: Map<string, Token>
  seeds: Map<string, Seed>
  sessions: Map<string, Session>
  /** Ids of the sessions without a user, oldest first. */
  anonymousSessions: Set<string>
  /** Time steps of accepted one-time codes, by username. */
  usedSteps: Map<string, Set<number>>
  /** When each signature was accepted, in milliseconds, if signatures are accepted only once. */
  usedSignatures: Map<string, number>
}

/** Returns the state at a start. `ahead` is how far the clock is ahead of the real time. */
export function createState(ahead: Offset): State {
  return {
    ahead,
    tokens: new Map(),
    seeds: new Map(),
    sessions: new Map(),
    anonymousSessions: new Set(),
    usedSteps: new Map(),
    usedSignatures: new Map(),
  }
}
