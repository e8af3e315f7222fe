import type { Report, ReportedCase, ReportedRequirement } from './report.ts'

type Rules = Pick<Report, 'requirements' | 'pending'>

/** All requirements of a report, those that are pending last. */
export const rulesIn = ({ requirements, pending = [] }: Rules): ReportedRequirement[] => [
  ...requirements,
  ...pending,
]

/** The cases of all requirements. */
export const casesIn = (report: Rules): ReportedCase[] => rulesIn(report).flatMap(({ cases }) => cases)

/** Why a case of an interrupted run has no verdict. */
export const interrupted = 'the run was interrupted'
