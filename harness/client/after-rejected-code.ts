import { untilOfCase } from '../engine/current-case.ts'
import type { Run } from '../engine/run.ts'
import { LeftOut, NotDeclared, SetupFailed } from '../verdicts/outcomes.ts'
import { tokenIn, type Answer } from './answer.ts'
import { withoutLongBody } from './after-rejection.ts'
import type { Api } from './api.ts'
import { challengeIn } from './challenge-in.ts'
import { codeAccount } from './code-account.ts'
import type { Encoding, Family } from './families.ts'
import type { Challenge } from './second-step.ts'

/**
 * After a valid code of an account was rejected of which none was ever accepted: it is tried once more, in the next time step
 * and in another way, and then no more in this run. Whatever comes of it, the case goes on with its own answer.
 * @param way as the ledger knows it
 */
export async function afterRejectedCode(
  run: Run,
  api: Pick<Api, 'login' | 'answer'>,
  answer: Answer,
  { challenge, way }: { challenge: Challenge; way: string },
): Promise<void> {
  const { failedLogins } = run
  const { account, family, otpUrl } = challenge
  const { username } = account
  const rejected = failedLogins.codesRejected(username)
  if (tokenIn(answer) !== undefined || failedLogins.hadSecondStep(username) || rejected === 0) return
  failedLogins.rejectedLogins.set(way, withoutLongBody((answer.step ?? answer).exchange))
  if (rejected > 1 || !untilOfCase()) return
  const next = family === 'v1' ? 'users-v1' : 'v1'
  const other = run.support.login[next] ? next : family
  await asFarAsItGoes(async () => {
    const second = await firstStep(run, api, account, other)
    // Forms need not be read: they are tried where nothing else is left to be different.
    const encoding: Encoding = second.family === family && second.otpUrl === otpUrl ? 'form' : 'json'
    await api.answer(second, second.code, { encoding, role: 'twin' })
  })
}

/** Both steps of a declared account in the usual way, where one is declared to work. */
export async function secondStepOf(
  run: Run,
  api: Pick<Api, 'login' | 'answer'>,
  account: Challenge['account'],
  family: Family,
): Promise<void> {
  await asFarAsItGoes(async () => {
    const challenge = await firstStep(run, api, account, family)
    await api.answer(challenge, challenge.code, { role: 'twin' })
  })
}

async function firstStep(
  run: Run,
  api: Pick<Api, 'login'>,
  account: Challenge['account'],
  family: Family,
): Promise<Challenge & { code: string }> {
  const until = untilOfCase() ?? (() => Promise.resolve())
  const source = codeAccount(run, account)
  // Such a code may be sent only when it is asked for; any other comes first, for a seed may not live as long as it is waited for.
  const early = source.otpCommand === undefined ? await run.codes.next(source, until) : undefined
  const first = await api.login(account, { family, role: 'twin' })
  const challenge = challengeIn(run, first, account, family)
  return { ...challenge, code: early ?? (await run.codes.next(source, until)) }
}

async function asFarAsItGoes(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (![SetupFailed, NotDeclared, LeftOut].some((kind) => error instanceof kind)) throw error
  }
}
