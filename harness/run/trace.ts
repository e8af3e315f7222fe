import type { Counterexample } from '../../reports/report.ts'
import type { Exchange, WireFailure } from '../wire/exchange.ts'
import { bodyForReport } from '../wire/shown/body-for-report.ts'
import { readLimit } from '../wire/shown/shown-body.ts'
import { createTimelineNotes, type TimelineNotes } from './timeline-events.ts'

export type Role = 'step' | 'twin' | 'judged'

export interface Traced {
  role: Role
  /** Either the complete exchange or `failure`, the reason why there is none. */
  exchange?: Exchange
  failure?: WireFailure
  /** What a report shows of the body of `exchange`, if the body was too long to be kept until the case ends. */
  shown?: string
}

/** What one case has done so far. */
export interface Trace {
  exchanges: Traced[]
  /** Number of expectations evaluated; a case without one is an error of the suite. */
  expectations: number
  /** Rejections that were judged as such. */
  rejections: number
  /** Exchanges of properties, which are counted but not kept. */
  unkept: number
  /** Number of properties checked so far; gives each a seed of its own. */
  properties: number
  /** Judged once more when the case is over, because what follows an answer on its connection may come late. */
  followed: { ended: () => Promise<void>; judge: () => void }[]
  counterexample?: Counterexample
  timeline: TimelineNotes
  /** Controls that must have been rejected for a pass to count, by operation; each throws SetupFailed. */
  controls: Map<string, () => Promise<void>>
}

export const createTrace = (): Trace => ({
  exchanges: [],
  expectations: 0,
  rejections: 0,
  unkept: 0,
  properties: 0,
  followed: [],
  timeline: createTimelineNotes(),
  controls: new Map(),
})

/** Adds a complete exchange, without a long body: dozens of cases run at once, and each answer may have a mebibyte. */
export function addExchange({ exchanges }: Trace, role: Role, exchange: Exchange): void {
  const { response } = exchange
  if (response.body.length <= readLimit) return void exchanges.push({ role, exchange })
  const shown = bodyForReport(exchange)
  const without = { ...exchange, response: { ...response, body: new Uint8Array() } }
  exchanges.push({ role, exchange: without, shown })
}
