import type { CutOffRequest } from '../../reports/report.ts'
import type { Monotonic } from '../clock/subject-clock.ts'
import type { Exchange, WireFailure } from '../wire/exchange.ts'
import { traceIdOf } from '../wire/traceparent.ts'

/** What was under way when a server ended: all its connections end at once, so the last ones to do so were its last requests. */
export interface CutOff {
  /** @param by the case or the open question that sent it */
  note(failure: WireFailure, by: string | undefined): void
  /** To be told of each answer: a server that answers what was sent after a connection ended did not end with it. */
  answered(exchange: Pick<Exchange, 'sentAt'>): void
  last(): CutOffRequest[]
}

/** Connections that end together do so within this time. */
const togetherMs = 500
/** More than a run has under way. */
const most = 100

export function createCutOff(monotonic: Monotonic): CutOff {
  let noted: { atMs: number; one: CutOffRequest }[] = []
  let isGone = false
  return {
    note({ kind, request }, by) {
      // What nobody accepts any more was sent after the end.
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
