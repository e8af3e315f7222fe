import type { Answer } from '../../harness/client/answer.ts'
import { notListed, opensList } from '../../harness/client/grants.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import { SetupFailed } from '../../harness/outcomes.ts'

/**
 * Expects a private token to open a list. A rejection has to hold while something else is accepted: a ban because of the cases
 * beside this one may be the reason, and have ended since.
 * @param ask sends the request
 * @param unlessNothing insists that something else is accepted
 */
export async function expectOpens(
  ask: () => Promise<Answer>,
  unlessNothing: (rejected: Answer) => Promise<void>,
): Promise<void> {
  const answer = await ask()
  if (notListed(answer) instanceof Error) {
    await unlessNothing(answer)
    if (opensList(await ask()))
      throw new SetupFailed(`${answer.said}, but a moment later the same request got the list`)
  }
  expect(answer).toListUsers()
}
