import type { Level, Verdict } from '../../../reports/report.ts'
import type { Rejections } from './counting-proxy.ts'

export interface Failure {
  case: string
  message: string
}

export interface Ended {
  verdicts: Record<string, { level: Level; verdict: Verdict; message: string }>
  failures: Failure[]
  exitCode: number
  exchanges: number
  durationMs: number
  /** For a run with default limits: what the server rejected, counted in front of it. */
  rejections?: Rejections
}

/** How a run should differ from the clean run of the same mode; everything else should be the same. */
export interface Expected {
  breaks: readonly { requirement: string; level: Level }[]
  /** What may also differ, depending on the random inputs of the properties. */
  mayBreak?: readonly { requirement: string; level: Level }[]
  others: readonly { requirement: string; verdict: Verdict }[]
  /** A legal difference may make a rule applicable; a rule that then passes is no mismatch. */
  mayPass?: true
  /** What a combination lists as unjudged may be judged after all, and pass, or be unjudged in another way. */
  mayBeUnjudged?: true
}

export interface Mismatch {
  requirement: string
  expected: string
  got: string
  /** The message of the first case that did not pass, with the case's id; empty if all passed. */
  message: string
}

/** Returns every requirement whose verdict is not the expected one. */
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
