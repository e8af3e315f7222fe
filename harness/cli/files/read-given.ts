import {
  readDeclaration,
  type Declaration,
  type ReadDeclarationOptions,
} from '../../subject/declaration/declaration.ts'
import type { JudgeOptions } from '../options/judge-options.ts'

type Gates = Pick<JudgeOptions, 'baseline' | 'strict' | 'requireComplete'>

interface Given extends Partial<Gates> {
  config?: string | undefined
  baseUrl?: string | undefined
  envFile?: string | undefined
  bundled?: boolean | undefined
}

/** Reads the declaration that the options of a command name. @throws what `readDeclaration` throws */
export function readGiven(given: Given, more: Partial<ReadDeclarationOptions> = {}): Declaration {
  const { config, baseUrl, envFile, bundled } = given
  return readDeclaration(config, {
    env: process.env,
    cwd: process.cwd(),
    baseUrl,
    envFile,
    bundled,
    bundledOnlyOnRequest: bundledOnlyOnRequest(process.env, given),
    ...more,
  })
}

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
