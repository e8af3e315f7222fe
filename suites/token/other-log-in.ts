import type { Tools } from '../../harness/engine/case/tools.ts'
import type { Way } from '../../harness/facts/families.ts'
import type { LogIn } from './life.ts'

/** Logs in the second account without a second factor, if there is one. */
export function otherLogIn(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  way: Partial<Way> = {},
): LogIn | undefined {
  const { plain2 } = run.declaration.accounts
  return plain2 ? () => api.token(plain2, way) : undefined
}
