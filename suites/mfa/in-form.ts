import type { Run } from '../../harness/engine/run.ts'
import type { Tools } from '../../harness/engine/tools.ts'
import { tokenIn } from '../../harness/client/answer.ts'
import type { Encoding } from '../../harness/client/families.ts'
import type { FreshChallenge } from '../../harness/client/steps.ts'
import type { Role } from '../../harness/engine/trace.ts'
import { NotSupported } from '../../harness/verdicts/outcomes.ts'

/** Runs whose subject was seen to read a second step in form encoding, which it need not. */
const read = new WeakSet<Run>()

/** How a wrong second step is sent: in a form too where one is read; in that alone, which few cases send, under limits. */
export function encodingsOfStep(run: Run): readonly Encoding[] {
  if (!read.has(run)) return ['json']
  return run.failedLogins.limited ? ['form'] : ['json', 'form']
}

/**
 * Answers a challenge rightly with a form.
 * @throws NotSupported where it is rejected: what else is sent so shows nothing then
 */
export async function redeemInForm(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  challenge: FreshChallenge,
  role: Role = 'twin',
): Promise<void> {
  const answer = await api.answer(challenge, challenge.code, { encoding: 'form', role })
  if (tokenIn(answer) === undefined) throw new NotSupported('the second step reads no forms')
  read.add(run)
}
