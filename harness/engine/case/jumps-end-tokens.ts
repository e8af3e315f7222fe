import { tokenIn } from '../../client/answer.ts'
import { createApi } from '../../client/api/api.ts'
import { once } from '../../client/controls.ts'
import { bearer } from '../../client/credentials/credentials.ts'
import { opensList } from '../../client/grants.ts'
import { NotDeclared, SetupFailed, type Violation } from '../../outcomes.ts'
import { WireFailure } from '../../wire/exchange.ts'
import { runAsCase, type CurrentCase } from '../../run/current-case.ts'

/** How far the clock is asked to move, in seconds: further each time, until it jumps. The time that a jump takes is waited for. */
const wanted = [2, 4, 8, 16, 32, 64]

/**
 * Returns the error that counts. After a jump by a command, a violation counts only if such jumps end no tokens: a command that
 * restarts a server which keeps them in memory ends them all.
 * @param aheadAtFirst how far the clock was ahead before what was violated, in seconds
 */
export async function unlessJumpsEndTokens(
  found: Violation,
  current: CurrentCase,
  aheadAtFirst: number,
): Promise<Violation | SetupFailed> {
  const { run } = current
  if (run.clock.kind !== 'command' || run.clock.aheadSeconds === aheadAtFirst) return found
  const reason = await once(run, 'jumps end tokens', () =>
    runAsCase(current, () => whyJumpsEndTokens(current)),
  )
  return reason === undefined ? found : new SetupFailed(`${reason}: ${found.message}`)
}

/**
 * A token that lives as long without a jump shows that its age is not the reason. Undefined if jumps end no token, or if that
 * can't be told.
 */
async function whyJumpsEndTokens({ run, trace }: CurrentCase): Promise<string | undefined> {
  const { clock, declaration, letIn, monotonic, sleep, support } = run
  const account = declaration.accounts.plain || declaration.accounts.plain2
  if (!account) return undefined
  const api = createApi(run, trace)
  const family = support.list['users-v1'] ? 'users-v1' : 'v1'
  const opens = async (token: string) => opensList(await api.list(family, bearer(token), { role: 'twin' }))
  const freshToken = async () => {
    const token = tokenIn(await api.login(account, { ...letIn.get(account.username), role: 'twin' }))
    return token !== undefined && (await opens(token)) ? token : undefined
  }
  try {
    const token = await freshToken()
    if (token === undefined) return undefined
    const [aheadAtFirst, startedAt] = [clock.aheadSeconds, monotonic()]
    for (const seconds of wanted) if (clock.aheadSeconds === aheadAtFirst) await clock.advance(seconds)
    const jumped = clock.aheadSeconds - aheadAtFirst
    if (jumped === 0 || (await opens(token))) return undefined
    const age = jumped + Math.ceil((monotonic() - startedAt) / 1000)

    const other = await freshToken()
    if (other === undefined) return undefined
    await sleep(age * 1000)
    if (!(await opens(other))) return undefined
    return `clock.advance ends tokens, as one that restarts the server may: a token was rejected after a jump of ${jumped} s, but another one lived for ${age} s without a jump`
  } catch (error) {
    if (error instanceof SetupFailed || error instanceof NotDeclared || error instanceof WireFailure)
      return undefined
    throw error
  }
}
