import { header, WireFailure, type Wire } from '../wire/exchange.ts'
import type { Reading } from './control.ts'

/** One look at the subject's time through an answer of its own; undefined where it carries no valid Date. */
export type DateProbe = () => Promise<Reading | undefined>

/** Half of the second to which a Date header is cut: the best guess of the rest. */
const halfSecondMs = 500

/** Asks on a fresh connection, so that no old worker of the subject answers with its old time. */
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
