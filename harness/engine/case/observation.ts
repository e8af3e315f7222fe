import type { Need, Tools } from './tools.ts'

/** Measures one open question; returns the answer as a short text for people, without secrets. */
export type ObservationBody = (tools: Tools) => Promise<string>

export interface Measurement {
  /** Id of the open question. */
  id: string
  /** True if it may lock an account out, so that nothing can come after it. */
  locksOut: boolean
  /** What it uses, or uses if declared; absent: nothing runs beside it. */
  needs?: readonly Need[]
  /** True if it reads the list with any declared credential; it logs in only if there is no other. */
  anyCredential?: true
  body: ObservationBody
}

export type ObservationOptions = Partial<Pick<Measurement, 'locksOut' | 'needs' | 'anyCredential'>>

export type Measurements = Map<string, Measurement>

/**
 * Binds `observation()` to the ids of the open questions and a registry of its own.
 * @throws Error from the returned function if a question is measured twice
 */
export function createObservation<Id extends string>(registry: Measurements) {
  return (id: Id, { locksOut = false, ...options }: ObservationOptions, body: ObservationBody): void => {
    if (registry.has(id)) throw new Error(`${id} is measured twice`)
    registry.set(id, { id, locksOut, body, ...options })
  }
}
