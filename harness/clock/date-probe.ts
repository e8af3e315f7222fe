import { header, WireFailure, type Wire } from '../wire/exchange.ts'
import type { Reading } from './control.ts'

/** Reads the subject's time from a new answer; undefined if the answer has no valid Date. */
export type DateProbe = () => Promise<Reading | undefined>

/** A Date header leaves out the fraction of a second; half a second is the best guess. */
const halfSecondMs = 500

/** Probes on a fresh connection, so that no old worker of the subject answers with its old time. */
export function createDateProbe(wire: Wire, target: string): DateProbe {
  return async () => {
    try {
      const request = { method: 'GET', target, headers: [['Accept', 'application/json']] as const }
      return dateOf(await wire.send(request, { freshConnection: true, part: 'list' }))
    } catch (error) {
      if (error instanceof WireFailure) return undefined
      throw error
    }
  }
}

/** The subject's time as an exchange shows it. */
export function dateOf(exchange: Awaited<ReturnType<Wire['send']>>): Reading | undefined {
  const { response, sentAt, answeredAt } = exchange
  const date = Date.parse(header(response.headers, 'date') ?? '')
  return Number.isNaN(date) ? undefined : { subjectMs: date + halfSecondMs, sentAt, answeredAt }
}
