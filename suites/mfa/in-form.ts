import type { Run } from '../../harness/run/run.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { tokenIn } from '../../harness/client/answer.ts'
import type { Encoding } from '../../harness/facts/families.ts'
import type { FreshChallenge } from '../../harness/client/steps/code-steps.ts'
import type { Role } from '../../harness/run/trace.ts'
import { NotSupported } from '../../harness/outcomes.ts'

/** Runs whose subject accepted a second step in form encoding, as it need not. */
const read = new WeakSet<Run>()

/**
 * Encodings for a wrong second step: JSON, and a form too if the subject reads one. Under limits just the form, which few
 * cases send.
 */
export function encodingsOfStep(run: Run): readonly Encoding[] {
  if (!read.has(run)) return ['json']
  return run.failedLogins.limited ? ['form'] : ['json', 'form']
}

/**
 * Answers a challenge with a valid code in a form; returns the token.
 * @throws NotSupported if it is rejected: anything else sent in a form then shows nothing
 */
export async function redeemInForm(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  challenge: FreshChallenge,
  role: Role = 'twin',
): Promise<string> {
  const token = tokenIn(await api.answer(challenge, challenge.code, { encoding: 'form', role }))
  if (token === undefined) throw new NotSupported('the second step reads no forms')
  read.add(run)
  return token
}
