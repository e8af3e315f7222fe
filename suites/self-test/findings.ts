import type { Mismatch } from './expected.ts'

/** What one run of the self-test showed. */
export interface Finding {
  kind: string
  name: string
  /** The run could not be carried out. */
  fault?: string
  /** How long the run took, in milliseconds. */
  durationMs: number
  mismatches: Mismatch[]
  /** Of a defect: the ids of the cases that failed. */
  caughtBy?: string[]
}

/** Groups of defects that the very same cases catch: of each group, all but one prove nothing more. */
export function caughtAlike(findings: readonly Finding[]): string[][] {
  const byCases = new Map<string, string[]>()
  for (const { name, caughtBy } of findings) {
    if (!caughtBy) continue
    const cases = JSON.stringify(caughtBy.toSorted())
    byCases.set(cases, [...(byCases.get(cases) ?? []), name])
  }
  return [...byCases.values()].filter((names) => names.length > 1)
}

export const isWrong = ({ fault, mismatches }: Finding): boolean =>
  fault !== undefined || mismatches.length > 0

/** Some lines for people: what was expected, what came, and what the first case said. */
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
