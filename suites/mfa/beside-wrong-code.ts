import { bearer } from '../../harness/client/credentials/credentials.ts'
import { notListed, opensList } from '../../harness/client/grants.ts'
import { unlessJumpsEndTokens } from '../../harness/engine/case/jumps-end-tokens.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { Violation } from '../../harness/outcomes.ts'
import { currentCase } from '../../harness/run/current-case.ts'
import { lastUse } from '../token/life.ts'
import { ifAnswered } from '../case/if-answered.ts'

/** The greatest age of a token that is tried, in milliseconds: those that don't live for an hour are not at fault here. */
const youngMs = 600_000

/**
 * Does `work`, in which a wrong code is rejected and a valid one then accepted, and notes whether the account's tokens still
 * work after it. So a case of another rule judges that without a failed login of its own. What goes wrong with it doesn't
 * affect `work`.
 * @param work returns the token of the valid code, which shows that the account is not locked
 */
export async function besideWrongCode(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  { username }: { username: string },
  work: () => Promise<string>,
): Promise<void> {
  const list = (token: string) =>
    ifAnswered(() => api.list(api.listFamily(), bearer(token, username), { role: 'step' }))
  const opens = async (token: string) => {
    const answer = await list(token)
    return answer !== undefined && opensList(answer)
  }
  const young = run.tokens.issuedSince(username, run.clock.now() - youngMs)
  const working = []
  // Twice, since a token that is valid for one use is another fault.
  for (const token of new Set([...young.slice(0, 1), ...young.slice(-2)]))
    if ((await opens(token)) && (await opens(token))) working.push(token)
  const aheadAtFirst = run.clock.aheadSeconds
  const younger = await work()
  if (working.includes(younger) || !(await opens(younger))) return
  for (const token of working) {
    const answer = await list(token)
    if (!answer || run.clock.now() > run.tokens.of(token).firstSentAt + lastUse * 1000) continue
    const reason = notListed(answer)
    const counts =
      reason instanceof Violation ? await unlessJumpsEndTokens(reason, currentCase(), aheadAtFirst) : reason
    const works = !(counts instanceof Error)
    if (works || counts instanceof Violation) run.besideWrongCodes.push({ works, said: answer.said })
  }
}
