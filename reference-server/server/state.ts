import type { Offset } from './clock.ts'
import type { Seed } from '../domain/seeds.ts'
import type { Session } from '../domain/sessions.ts'
import type { Token } from '../domain/tokens.ts'

/** What requests leave behind. It is lost at a restart, and outlives a switch of defects and variations. */
export interface State {
  ahead: Offset
  tokens: Map<string, Token>
  seeds: Map<string, Seed>
  sessions: Map<string, Session>
  /** Ids of the sessions without a user, oldest first. */
  anonymousSessions: Set<string>
  /** Time steps of the one-time codes accepted, by username. */
  usedSteps: Map<string, Set<number>>
  /** When each signature was accepted, in milliseconds, where a signature is accepted once. */
  usedSignatures: Map<string, number>
}

/** As at a start. `ahead` is how far the clock is ahead of the real time. */
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
