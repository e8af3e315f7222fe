import type { CaseResult } from '../verdicts/results.ts'

/** The error of a case that failed or could not be judged; test runners show `expected` and `actual`. */
export class NotPassed extends Error {
  override name = 'NotPassed'
  readonly expected: string | null
  readonly actual: string | null
  /** How the case ended, with its exchanges. */
  readonly result: CaseResult

  constructor(statement: string, result: CaseResult, seed: number) {
    const { verdict, wanted, got, message, transcript } = result
    super(
      [
        `${verdict === 'fail' ? statement : `${verdict}: ${message}`}`,
        ...(verdict === 'fail' ? [`  expected ${wanted}, but ${got}`] : []),
        ...transcript.map(
          ({ number, request: { method, url }, response, error }) =>
            `  ${number}. ${method} ${url} -> ${response ? response.status : error}`,
        ),
        `  case ${result.id}, seed ${seed}`,
      ].join('\n'),
    )
    this.expected = wanted
    this.actual = got
    this.result = result
  }
}
