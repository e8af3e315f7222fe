import type { CutOffRequest } from '../../reports/report.ts'
import type { Monotonic } from '../clock/subject-clock.ts'
import type { Exchange, WireFailure } from '../wire/exchange.ts'
import { traceIdOf } from '../wire/traceparent.ts'

/** The requests in flight when a server ended: all connections are cut at once, so the last ones cut are among them. */
export interface CutOff {
  /** @param by the case or the open question that sent it */
  note(failure: WireFailure, by: string | undefined): void
  /** Call this for each answer: a server that answers a request sent after a connection was cut did not end with it. */
  answered(exchange: Pick<Exchange, 'sentAt'>): void
  last(): CutOffRequest[]
}

/** Connections that are cut within this time were cut together. */
const togetherMs = 500
/** More requests than a run has in flight. */
const most = 100

export function createCutOff(monotonic: Monotonic): CutOff {
  let noted: { atMs: number; one: CutOffRequest }[] = []
  let isGone = false
  return {
    note({ kind, request }, by) {
      // The server accepts no connections any more: it has ended, so later failures don't count.
      if (kind === 'refused') isGone = true
      if (kind !== 'cut' || isGone) return
      const traceId = traceIdOf(request.headers)
      const one = {
        request: `${request.method} ${request.target.split('?')[0]}`,
        by: by ?? 'the first look',
        ...(traceId === undefined ? {} : { traceId }),
      }
      noted = [...noted.slice(1 - most), { atMs: monotonic(), one }]
    },
    answered({ sentAt }) {
      noted = noted.filter(({ atMs }) => atMs >= sentAt)
    },
    last() {
      const endedAt = noted.at(-1)?.atMs ?? 0
      return noted.filter(({ atMs }) => endedAt - atMs <= togetherMs).map(({ one }) => one)
    },
  }
}
