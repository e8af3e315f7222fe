import type { ReportedCase, TimelineEvent } from './report.ts'

/**
 * What happened to the credential that a case is about, by the server's clock: "20:00 accepted, 59:31 accepted, 1:00:33
 * accepted". Counts from its issue if the case shows it. Empty if time plays no part.
 */
export function serverTime({ timeline = [] }: Pick<ReportedCase, 'timeline'>): string {
  const decisive = timeline.findLast(({ violates }) => violates)
  if (!decisive) return ''
  const own = timeline.filter(({ lane }) => lane === decisive.lane)
  const { atSeconds: issued } = startOf(timeline)
  if (decisive.atSeconds - issued < 60) return ''
  const uses = own.slice(0, own.indexOf(decisive) + 1).filter(({ kind }) => kind !== 'issued')
  const told = uses.map((event) => `${clockTime(event.atSeconds - issued)} ${WORDS[event.kind]}`)
  const distinct = told.filter((one, index) => one !== told[index - 1])
  const left = distinct.length - SHOWN
  return [...(left > 0 ? [`${left} more before`] : []), ...distinct.slice(-SHOWN)].join(', ')
}
const SHOWN = 6

/** The start of a case's time: the issue of the credential that failed it, otherwise its first event. */
export function startOf(timeline: readonly TimelineEvent[]): { atSeconds: number; of?: string } {
  const lane = timeline.findLast(({ violates }) => violates)?.lane
  const issue = timeline.find((event) => event.lane === lane && event.kind === 'issued')
  return issue === undefined ? { atSeconds: 0 } : { atSeconds: issue.atSeconds, of: issue.lane }
}

const WORDS: Record<TimelineEvent['kind'], string> = {
  issued: 'issued',
  accepted: 'accepted',
  refused: 'rejected',
  jump: 'clock moved',
}

/** "0:00", "59:29", "1:00:31", "3650 d"; "-0:02" before the start. */
export function clockTime(seconds: number): string {
  if (Math.round(seconds) < 0) return `-${clockTime(-seconds)}`
  const whole = Math.round(seconds)
  if (whole >= 172_800) return `${(whole / 86_400).toFixed(whole % 86_400 === 0 ? 0 : 2)} d`
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (number: number): string => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
