import type { Rejections } from './counting-proxy.ts'
import type { Failure, Mismatch } from './expected.ts'
import type { Mode } from './listed-changes.ts'

/** What one run of the self-test showed. */
export interface Finding {
  kind: string
  name: string
  /** The run could not be carried out. */
  fault?: string
  /** How long the run took, in milliseconds. */
  durationMs: number
  mismatches: Mismatch[]
  /** For a defect: how the server was started, and the cases that failed. */
  mode?: Mode
  /** The other changes that were in the same server; the duration is then this one's share. */
  together?: readonly string[]
  caughtBy?: readonly Failure[]
  /** For a run with default limits: what the server rejected, and the broken rules that the run did not find. */
  rejections?: Rejections
  missed?: readonly string[]
}

/**
 * Returns groups of defects that the report does not distinguish: in the same mode of the server, the same cases fail
 * with the same messages. All but one of each group prove nothing more. A defect on one path family or for one method may
 * look like the same defect on all of them.
 */
export function caughtAlike(findings: readonly Finding[]): string[][] {
  const byRow = new Map<string, string[]>()
  for (const { name, mode, caughtBy } of findings) {
    if (!caughtBy) continue
    const failures = caughtBy.map(({ case: id, message }) => `${id}: ${withoutValues(message)}`).sort()
    const row = JSON.stringify([mode, failures])
    byRow.set(row, [...(byRow.get(row) ?? []), name])
  }
  return [...byRow.values()].map(unrelated).filter((names) => names.length > 1)
}

const onePart =
  /^-(on-(older|newer)-(list|family)|for-(tokens|private-tokens|signatures|sessions)|in-(forms|json))$/

/** Drops defects that are another one limited to a path family, method or encoding, as their names show. */
const unrelated = (names: readonly string[]): string[] =>
  names.filter(
    (name) => !names.some((other) => name.startsWith(other) && onePart.test(name.slice(other.length))),
  )

/** Removes what differs from run to run: numbers, and random texts. */
const withoutValues = (message: string) => message.replaceAll(/[0-9a-f]{8,}|\d+/gi, '#')

export const isWrong = ({ fault, mismatches }: Finding): boolean =>
  fault !== undefined || mismatches.length > 0

/** Describes a finding in a few lines: what was expected, what came instead, and the message of the first case. */
export function describeFinding({ kind, name, fault, mismatches }: Finding): string {
  const lines = mismatches.flatMap(({ requirement, expected, got, message }) => [
    `  ${requirement}: expected ${expected}, got ${got}`,
    ...(message === '' ? [] : [`    ${short(message)}`]),
  ])
  const faults = fault === undefined ? [] : [`  ${fault.replaceAll('\n', '\n  ')}`]
  return [`${kind} ${name}`, ...faults, ...lines, ''].join('\n')
}

const short = (message: string) =>
  (message.length > 260 ? `${message.slice(0, 260)}…` : message).replaceAll('\n', '\n    ')
