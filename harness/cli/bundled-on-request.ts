import type { JudgeOptions } from './judge-options.ts'

type Gates = Pick<JudgeOptions, 'baseline' | 'strict' | 'requireComplete'>

/**
 * Why the bundled server is judged only where the operator asks for it: a gate that lost its declaration must not turn
 * green by judging a server that nobody deploys. Undefined where it may be judged unasked.
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
