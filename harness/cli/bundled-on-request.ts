import type { JudgeOptions } from './judge-options.ts'

type Gates = Pick<JudgeOptions, 'baseline' | 'strict' | 'requireComplete'>

/**
 * Returns why the bundled server is only judged on request: a CI gate that lost its declaration must not pass by judging a
 * server that nobody deploys. Undefined if it may be judged without a request.
 */
export function bundledOnlyOnRequest(
  { CI }: NodeJS.ProcessEnv,
  { baseline, strict = false, requireComplete = false }: Partial<Gates> = {},
): string | undefined {
  if (CI !== undefined && !['', '0', 'false'].includes(CI.toLowerCase())) return 'CI is set'
  if (baseline !== undefined) return '--baseline is given'
  if (strict) return '--strict is given'
  return requireComplete ? '--require-complete is given' : undefined
}
