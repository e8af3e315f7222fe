import { untilOfCase } from '../run/current-case.ts'
import type { Run } from '../run/run.ts'
import { tokenIn, type Answer } from './answer.ts'
import { asFarAsItGoes, withoutLongBody } from './after-rejection.ts'
import type { AnswerOptions, LoginAccount, LoginOptions } from './api-options.ts'
import { challengeIn } from './challenge-in.ts'
import { codeAccount } from './code-account.ts'
import type { Encoding, Family } from '../facts/families.ts'
import type { Challenge } from './second-step.ts'

/** The two requests of a login with a second factor. */
interface SecondStepApi {
  login(account: LoginAccount, options: LoginOptions): Promise<Answer>
  answer(challenge: Challenge, code: string, options: AnswerOptions): Promise<Answer>
}

/**
 * If a valid code was rejected, and none of the account's codes was ever accepted, sends a code once more, in the next time
 * step and in another way, and then no more in this run. Whatever the result, the case goes on with its own answer.
 * @param way the way as the ledger names it
 */
export async function afterRejectedCode(
  run: Run,
  api: SecondStepApi,
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
    // A server need not read forms, so they are tried only if nothing else is left to vary.
    const encoding: Encoding = second.family === family && second.otpUrl === otpUrl ? 'form' : 'json'
    await api.answer(second, second.code, { encoding, role: 'twin' })
  })
}

/** Logs in with both steps of a declared account, in the usual way. */
export async function secondStepOf(
  run: Run,
  api: SecondStepApi,
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
  api: Pick<SecondStepApi, 'login'>,
  account: Challenge['account'],
  family: Family,
): Promise<Challenge & { code: string }> {
  const until = untilOfCase() ?? (() => Promise.resolve())
  const source = codeAccount(run, account)
  // A code that a command prints may be sent only when it is asked for. Any other is obtained first, because a seed may
  // expire while the code is waited for.
  const early = source.otpCommand === undefined ? await run.codes.next(source, until) : undefined
  const first = await api.login(account, { family, role: 'twin' })
  const challenge = challengeIn(run, first, account, family)
  return { ...challenge, code: early ?? (await run.codes.next(source, until)) }
}
