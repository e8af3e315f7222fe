import { expect } from '../../harness/engine/case/expect.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import type { Answer } from '../../harness/client/answer.ts'
import { handsOutNothing } from '../wrong-values/opens-nothing.ts'

/** Expects a second step to be rejected, and the rejection to hand out nothing that opens a list. */
export async function stepRejected(api: Tools['api'], answer: Answer, sent?: string): Promise<void> {
  expect(answer).toBeRejected(sent)
  await handsOutNothing(api, answer)
}
