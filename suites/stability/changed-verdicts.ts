import type { Report, ReportedCase } from '../../reports/report.ts'

/** A case that one run judged otherwise than the run that nothing disturbed. */
export interface ChangedVerdict {
  caseId: string
  expected: string
  got: string
  message: string
}

/** Every case whose verdict is not the same in both reports; a case that is in one of them only counts too. */
export function changedVerdicts(undisturbed: Report, disturbed: Report): ChangedVerdict[] {
  const before = casesOf(undisturbed)
  const after = casesOf(disturbed)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((caseId) => {
    const [expected, got] = [before, after].map((cases) => cases.get(caseId)?.verdict ?? 'no such case')
    return expected === got
      ? []
      : [{ caseId, expected: expected!, got: got!, message: after.get(caseId)?.message ?? '' }]
  })
}

const casesOf = ({ requirements }: Report): Map<string, ReportedCase> =>
  new Map(requirements.flatMap(({ cases }) => cases.map((one) => [one.id, one])))
