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
  const requirements = changes(
    new Map(undisturbed.requirements.map((one) => [one.id, one])),
    new Map(disturbed.requirements.map((one) => [one.id, one])),
  )
  const cases = changes(casesOf(undisturbed), casesOf(disturbed)).filter(
    ({ expected, got }) => ![expected, got].includes(absent) || ![expected, got].includes('pass'),
  )
  return [...requirements, ...cases]
}

const absent = 'absent'

interface Judged {
  verdict: string
  message?: string
}

function changes(before: Map<string, Judged>, after: Map<string, Judged>): ChangedVerdict[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [expected, got] = [before, after].map((all) => all.get(id)?.verdict ?? absent) as [string, string]
    return expected === got ? [] : [{ id, expected, got, message: after.get(id)?.message ?? '' }]
  })
}

const casesOf = ({ requirements }: Report): Map<string, Judged> =>
  new Map(requirements.flatMap(({ cases }) => cases.map((one) => [one.id, one])))
