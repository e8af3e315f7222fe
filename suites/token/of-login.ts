import type { Need, Tools } from '../../harness/engine/case/tools.ts'
import type { RequirementId } from '../catalogue/index.ts'
import { requirement } from '../case/requirement.ts'
import type { LogIn } from './life.ts'

/** Defines a case about the hour of tokens that an account gets by a JSON login. */
export function ofLogin(
  id: RequirementId,
  title: string,
  of: 'account' | 'account2',
  body: (tools: Tools, logIn: LogIn) => Promise<void>,
  needs: readonly Need[] = [of, 'clock'],
): void {
  requirement(id, title, { needs }, async (tools) => {
    // What is not declared is missing before anything is sent.
    for (const need of needs) void tools[need]
    await body(tools, () => tools.api.token(tools[of]))
  })
}
