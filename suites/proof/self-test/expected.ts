import type { Level, Verdict } from '../../../reports/report.ts'
import type { Rejections } from './counting-proxy.ts'

/** A case that failed, by its id, and what it said. */
export interface Failure {
  case: string
  message: string
}

/** How a run ended, one verdict for each requirement. */
export interface Ended {
  verdicts: Record<string, { level: Level; verdict: Verdict; message: string }>
  failures: Failure[]
  exitCode: number
  exchanges: number
  durationMs: number
  /** Of a run on default limits: what the server rejected, counted before it. */
  rejections?: Rejections
}

/** Where a run is to differ from the clean run of the same mode; all else is to be the same. */
export interface Expected {
  breaks: readonly { requirement: string; level: Level }[]
  /** What may differ so, as the random inputs of the properties fall. */
  mayBreak?: readonly { requirement: string; level: Level }[]
  others: readonly { requirement: string; verdict: Verdict }[]
  /** A legal difference may make a rule applicable that was not: what passes then is no mismatch. */
  mayPass?: true
  /** What a combination lists as not to be judged may be judged, and passes, or not be judged in another way. */
  mayBeUnjudged?: true
}

export interface Mismatch {
  requirement: string
  expected: string
  got: string
  /** Of the first case that did not pass, with the case's id; empty where all did. */
  message: string
}

/** Every requirement whose verdict is not the expected one. */
export function compare(
  clean: Ended,
  { breaks, mayBreak = [], others, mayPass, mayBeUnjudged }: Expected,
  got: Ended,
): Mismatch[] {
  const wanted = new Map<string, string>()
  for (const [id, { verdict }] of Object.entries(clean.verdicts)) wanted.set(id, verdict)
  for (const { requirement, verdict } of others) wanted.set(requirement, verdict)
  for (const { requirement, level } of breaks) wanted.set(requirement, `fail (${level})`)
  return [...wanted].flatMap(([requirement, expected]) => {
    const found = got.verdicts[requirement]
    const said = !found
      ? 'nothing: there is no such requirement'
      : found.verdict === 'fail'
        ? `fail (${found.level})`
        : found.verdict
    const listed = others.some((other) => other.requirement === requirement)
    const free =
      mayBreak.some((one) => one.requirement === requirement && said === `fail (${one.level})`) ||
      (mayPass && said === 'pass' && expected === 'not-applicable') ||
      (mayBeUnjudged && listed && !said.startsWith('fail') && said !== 'error')
    return said === expected || free
      ? []
      : [{ requirement, expected, got: said, message: found?.message ?? '' }]
  })
}
