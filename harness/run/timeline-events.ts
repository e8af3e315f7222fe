import type { TimelineEvent } from '../../reports/report.ts'
import type { Exchange } from '../wire/exchange.ts'

/** What happened in a case, and when by the subject's clock, for the picture in the report. */
export interface TimelineNotes {
  /** @param by the answer that shows it */
  note(atMs: number, kind: TimelineEvent['kind'], lane: Lane, label: string, by?: Exchange): void
  /** @param violating the answer that failed the case */
  events(violating?: Exchange): TimelineEvent[]
}

/** A row of the picture: a kind of credential, and which one of that kind. The secret identifies it, but is never shown. */
export interface Lane {
  name: string
  secret?: string
}

export function createTimelineNotes(): TimelineNotes {
  /** `by` is a weak reference, because a body may have 32 MiB; the caller holds the answer that failed the case. */
  const noted: { atMs: number; by?: WeakRef<Exchange>; event: Omit<TimelineEvent, 'atSeconds'> }[] = []
  const known = new Map<string, string[]>()

  return {
    note(atMs, kind, { name, secret }, label, by) {
      noted.push({
        atMs,
        ...(by === undefined ? {} : { by: new WeakRef(by) }),
        event: { lane: secret === undefined ? name : `${name} ${numberOf(name, secret)}`, kind, label },
      })
    },
    events(violating) {
      const [first] = noted
      return noted.map(({ atMs, by, event }) => ({
        atSeconds: Math.round((atMs - (first?.atMs ?? 0)) / 1000),
        ...event,
        ...(violating !== undefined && by?.deref() === violating ? { violates: true as const } : {}),
      }))
    },
  }

  function numberOf(name: string, secret: string): number {
    const texts = known.get(name) ?? []
    if (!texts.includes(secret)) texts.push(secret)
    known.set(name, texts)
    return texts.indexOf(secret) + 1
  }
}
