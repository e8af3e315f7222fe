import { createCases } from '../harness/library/cases.ts'
import { cases as all } from './all.ts'
import { suite } from './suite.ts'

export type * from '../reports/report.ts'
export { judge, NotJudged, type JudgeOptions } from '../harness/library/judge.ts'
export { NotPassed } from '../harness/library/cases.ts'
export type { CasesOptions, ConformanceCase, ConformanceCases, JudgedCase } from '../harness/library/cases.ts'

/** The cases as named functions for your own test runner. */
export const cases = createCases(suite, all)
