import type { TimelineEvent } from '../../reports/report.ts'

/** What happened in a case by the subject's clock, for the picture in the report. */
export interface TimelineNotes {
  note(atMs: number, kind: TimelineEvent['kind'], lane: Lane, label: string): void
  events(): TimelineEvent[]
}

/** A row of the picture: a kind of credential, and which one of them; texts are told apart, never shown. */
export interface Lane {
  name: string
  secret?: string
}

export function createTimelineNotes(): TimelineNotes {
  const noted: { atMs: number; event: Omit<TimelineEvent, 'atSeconds'> }[] = []
  const known = new Map<string, string[]>()

  return {
    note(atMs, kind, { name, secret }, label) {
      noted.push({
        atMs,
        event: { lane: secret === undefined ? name : `${name} ${numberOf(name, secret)}`, kind, label },
      })
    },
    events() {
      const [first] = noted
      return noted.map(({ atMs, event }) => ({
        atSeconds: Math.round((atMs - (first?.atMs ?? 0)) / 1000),
        ...event,
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
