import type { Report } from '../../../reports/report.ts'

/** A verdict of one run that differs from the undisturbed run. */
export interface ChangedVerdict {
  /** The id of the case, or of the requirement. */
  id: string
  expected: string
  got: string
  message: string
}

/**
 * Returns every case whose verdict differs between the two reports. A case in just one report counts unless it passes,
 * since the rules that a random sequence of steps touches depend on the seed. A requirement must be in both, with the
 * same verdict.
 */
export function changedVerdicts(undisturbed: Report, disturbed: Report): ChangedVerdict[] {
  const [before, after] = [verdictsIn(undisturbed), verdictsIn(disturbed)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [expected, got] = [before, after].map((all) => all.get(id)?.verdict ?? absent) as [string, string]
    const isExtra = id.includes('/') && [expected, got].every((one) => one === absent || one === 'pass')
    return expected === got || isExtra ? [] : [{ id, expected, got, message: after.get(id)?.message ?? '' }]
  })
}

const absent = 'absent'

const verdictsIn = ({ requirements }: Report) =>
  new Map<string, { verdict: string; message?: string }>(
    [...requirements, ...requirements.flatMap(({ cases }) => cases)].map((one) => [one.id, one]),
  )
