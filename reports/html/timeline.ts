import type { TimelineEvent } from '../report.ts'
import { markup } from './markup.ts'
import type { Markup } from './markup.ts'

const ROW = 46
const HEAD = 26
const WORDS = { issued: 'issued', accepted: 'accepted', refused: 'refused', jump: 'the clock was moved' }

/**
 * What happened when, by the subject's clock: a row per token, seed or session, a column per moment. Columns are as wide
 * as their labels, not as the time between them: what matters happens within seconds of the hour.
 */
export function timeline(events: readonly TimelineEvent[]): Markup {
  const lanes = [...new Set(events.map(({ lane }) => lane))]
  const moments = [...new Set(events.map(({ atSeconds }) => atSeconds))].toSorted((a, b) => a - b)
  const left = 24 + 7 * Math.max(...lanes.map((lane) => lane.length))
  const widths = moments.map((moment) => columnWidth(events.filter(({ atSeconds }) => atSeconds === moment)))
  const starts = widths.map(
    (_, index) => left + widths.slice(0, index).reduce((sum, width) => sum + width, 0),
  )
  const width = left + widths.reduce((sum, each) => sum + each, 0)
  const height = HEAD + ROW * lanes.length
  const middle = (moment: number): number => {
    const index = moments.indexOf(moment)
    return (starts[index] ?? 0) + (widths[index] ?? 0) / 2
  }
  const row = (lane: string): number => HEAD + ROW * lanes.indexOf(lane) + 14

  return markup`<figure class="timeline"><div class="scroll" tabindex="0" role="group" aria-label="Timeline">
    <svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${inWords(events)}">
      ${moments.map(
        (
          moment,
        ) => markup`<line class="moment" x1="${middle(moment)}" x2="${middle(moment)}" y1="${HEAD - 6}" y2="${height}"/>
        <text class="clock" x="${middle(moment)}" y="13">${clockTime(moment)}</text>`,
      )}
      ${lanes.map(
        (
          lane,
        ) => markup`<line class="lane" x1="${left - 8}" x2="${width}" y1="${row(lane)}" y2="${row(lane)}"/>
        <text class="name" x="0" y="${row(lane) + 4}">${lane}</text>`,
      )}
      ${events.map(
        (
          event,
        ) => markup`<g class="event ${event.kind}" transform="translate(${middle(event.atSeconds)} ${row(event.lane)})">
        ${sign(event.kind)}<text y="21">${event.label}</text></g>`,
      )}
    </svg></div>
    <figcaption>By the subject's clock, from the first event. ◆ issued, ● accepted, ⊗ refused, ▸▸ clock moved</figcaption></figure>`
}

function columnWidth(events: readonly TimelineEvent[]): number {
  return Math.max(80, ...events.map(({ label }) => 6.2 * label.length + 20))
}

function sign(kind: TimelineEvent['kind']): Markup {
  if (kind === 'issued') return markup`<path d="M0-7 7 0 0 7-7 0z"/>`
  if (kind === 'jump') return markup`<path d="M-8-6-1 0-8 6zM0-6 7 0 0 6z"/>`
  return markup`<circle r="6"/>${kind === 'refused' && markup`<path d="M-3-3 3 3M3-3-3 3"/>`}`
}

/** "0:00", "59:29", "1:00:31", "3650 d". */
function clockTime(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole >= 172_800) return `${(whole / 86_400).toFixed(whole % 86_400 === 0 ? 0 : 2)} d`
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (number: number): string => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

function inWords(events: readonly TimelineEvent[]): string {
  return events
    .map(({ atSeconds, lane, kind, label }) => `${clockTime(atSeconds)} ${lane} ${WORDS[kind]}: ${label}`)
    .join('; ')
}
