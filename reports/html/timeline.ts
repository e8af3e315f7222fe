import type { TimelineEvent } from '../report.ts'
import { clockTime, startOf } from '../server-time.ts'
import { markup, type Markup, type Value } from './markup.ts'

const HEAD = 26
const LINE = 13
const WORDS = { issued: 'issued', accepted: 'accepted', refused: 'rejected', jump: 'the clock was moved' }

/**
 * What happened when, by the subject's clock: a row per token, seed or session, a column per moment. Columns are as wide
 * as their labels, not to scale, because what matters happens within seconds of the hour.
 */
export function timeline(events: readonly TimelineEvent[]): Markup {
  const { of } = startOf(events)
  return markup`<figure class="timeline"><div class="scroll" tabindex="0" role="group" aria-label="Timeline">
    ${timelinePicture(events)}</div>
    <figcaption>By the subject's clock, from ${of === undefined ? 'the first event' : `the issue of ${of}`}. ◆ issued, ● accepted, ⊗ rejected, ▸▸ clock moved${events.some(({ violates }) => violates) && '; red: what failed the case'}</figcaption></figure>`
}

/** The picture alone. @param style the colours for a separate file, which gets none from a page */
export function timelinePicture(events: readonly TimelineEvent[], style?: Markup): Markup {
  const lanes = [...new Set(events.map(({ lane }) => lane))]
  const moments = [...new Set(events.map(({ atSeconds }) => atSeconds))].toSorted((a, b) => a - b)
  const start = startOf(events).atSeconds
  const cell = (lane: string, moment: number): TimelineEvent[] =>
    events.filter((event) => event.lane === lane && event.atSeconds === moment)
  const columns = place(
    24 + 7 * Math.max(...lanes.map((lane) => lane.length)),
    moments.map((moment) => columnWidth(events.filter(({ atSeconds }) => atSeconds === moment))),
  )
  const rows = place(
    HEAD,
    lanes.map(
      (lane) => 33 + LINE * Math.max(...moments.map((moment) => labelsOf(cell(lane, moment)).length)),
    ),
  )
  const [width, height] = [columns.end, rows.end]
  const middle = (index: number): number => (columns.starts[index] ?? 0) + (columns.sizes[index] ?? 0) / 2
  const row = (index: number): number => (rows.starts[index] ?? 0) + 14

  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${inWords(events)}">
      ${style}${moments.map(
        (
          moment,
          index,
        ) => markup`<line class="moment" x1="${middle(index)}" x2="${middle(index)}" y1="${HEAD - 6}" y2="${height}"/>
        <text class="clock" x="${middle(index)}" y="13">${clockTime(moment - start)}</text>`,
      )}
      ${lanes.map(
        (
          lane,
          index,
        ) => markup`<line class="lane" x1="${(columns.starts[0] ?? 0) - 8}" x2="${width}" y1="${row(index)}" y2="${row(index)}"/>
        <text class="name" x="0" y="${row(index) + 4}">${lane}</text>
        ${moments.map((moment, column) => happened(cell(lane, moment), middle(column), row(index)))}`,
      )}
    </svg>`
}

/** Positions of things with these sizes, one after the other. */
function place(from: number, sizes: number[]): { starts: number[]; sizes: number[]; end: number } {
  const starts = sizes.map((_, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, from))
  return { starts, sizes, end: sizes.reduce((sum, size) => sum + size, from) }
}

function labelsOf(events: readonly TimelineEvent[]): string[] {
  return [...new Set(inRow(events).map(({ label, times }) => (times === 1 ? label : `${label} ×${times}`)))]
}

/** The events in their order; repeated ones are counted instead. */
function inRow(events: readonly TimelineEvent[]): (TimelineEvent & { times: number })[] {
  const row: (TimelineEvent & { times: number })[] = []
  for (const event of events) {
    const last = row.at(-1)
    if (last && isSame(last, event)) last.times++
    else row.push({ ...event, times: 1 })
  }
  return row
}

const isSame = (one: TimelineEvent, other: TimelineEvent): boolean =>
  one.kind === other.kind && one.label === other.label && one.violates === other.violates

/** What happened in one lane at one moment: signs side by side in their order, labels one below the other. */
function happened(events: readonly TimelineEvent[], x: number, y: number): Value {
  if (events.length === 0) return null
  const kinds = inRow(events).filter(
    ({ kind, violates }, index, all) =>
      kind !== all[index - 1]?.kind || violates !== all[index - 1]?.violates,
  )
  const signs = kinds.map(({ kind, violates }, index) => {
    const offset = 18 * (index - (kinds.length - 1) / 2)
    return markup`<g class="${kind}${violates && ' violates'}" transform="translate(${offset} 0)">${sign(kind)}</g>`
  })
  const labels = labelsOf(events).map(
    (label, index) => markup`<text y="${21 + LINE * index}">${label}</text>`,
  )
  return markup`<g class="event" transform="translate(${x} ${y})">${signs}${labels}</g>`
}

function columnWidth(events: readonly TimelineEvent[]): number {
  const lanes = [...new Set(events.map(({ lane }) => lane))]
  const signs = lanes.map((each) => inRow(events.filter(({ lane }) => lane === each)).length)
  const labels = lanes.flatMap((each) => labelsOf(events.filter(({ lane }) => lane === each)))
  return Math.max(
    80,
    ...signs.map((number) => 18 * number),
    ...labels.map((label) => 6.2 * label.length + 20),
  )
}

function sign(kind: TimelineEvent['kind']): Markup {
  if (kind === 'issued') return markup`<path d="M0-7 7 0 0 7-7 0z"/>`
  if (kind === 'jump') return markup`<path d="M-8-6-1 0-8 6zM0-6 7 0 0 6z"/>`
  return markup`<circle r="6"/>${kind === 'refused' && markup`<path d="M-3-3 3 3M3-3-3 3"/>`}`
}

function inWords(events: readonly TimelineEvent[]): string {
  const start = startOf(events).atSeconds
  return events
    .map(
      ({ atSeconds, lane, kind, label, violates }) =>
        `${clockTime(atSeconds - start)} ${lane} ${WORDS[kind]}: ${label}${violates ? ', which failed the case' : ''}`,
    )
    .join('; ')
}
