import { SetupFailed } from '../../outcomes.ts'
import type { Run } from '../../run/run.ts'
import { isSuccess, tokenIn } from '../answer.ts'
import type { Api } from '../api/api.ts'
import { loginFamily } from '../api/api-login.ts'
import type { AnswerOptions, LoginAccount, LoginOptions } from '../api-options.ts'
import { challengeIn } from '../challenge-in.ts'
import { codeAccount } from '../code-account.ts'
import { orMisdeclared } from '../or-misdeclared.ts'
import type { Challenge } from '../second-step.ts'

/** A challenge from a time step whose code no request has carried, with that code. */
export interface FreshChallenge extends Challenge {
  code: string
}

/** Logins with a second factor. `until` waits for a time on the subject's clock, in milliseconds since the Unix epoch. */
export function createCodeSteps(run: Run, api: Api, until: (ms: number) => Promise<void>) {
  const steps = {
    /** First step of an account with a second factor. */
    async challenge(account: LoginAccount, options: LoginOptions = {}): Promise<Challenge> {
      const family = options.family ?? loginFamily(run)
      const answer = await api.login(account, { role: 'step', ...options, family })
      return challengeIn(run, answer, account, family)
    },

    /** First step, with a valid code. Moves the clock before the login, so that seed and code are both fresh. */
    async freshChallenge(account: LoginAccount, options: LoginOptions = {}): Promise<FreshChallenge> {
      const source = codeAccount(run, account)
      if (source.otpCommand !== undefined) {
        // A code that a command prints may be sent only when it is asked for.
        const challenge = await steps.challenge(account, options)
        return { ...challenge, code: await run.codes.next(source, until) }
      }
      const code = await run.codes.next(source, until)
      return { ...(await steps.challenge(account, options)), code }
    },

    /** Like `freshChallenge`, shortly before the time step ends: the next codes of both accounts follow within seconds. */
    async challengeAtEnd(account: LoginAccount, beside: LoginAccount): Promise<FreshChallenge> {
      // Two first steps and one second step.
      const neededMs = 4 * run.slowestGetMs
      const [source, other] = [codeAccount(run, account), codeAccount(run, beside)]
      const code = await run.codes.nextAtEnd(source, other, until, neededMs)
      return { ...(await steps.challenge(account)), code }
    },

    /** Answers a challenge with a valid code; returns the token. */
    async redeem(
      challenge: Challenge | FreshChallenge,
      code?: string,
      options: Pick<AnswerOptions, 'wire'> = {},
    ): Promise<string> {
      const valid = code ?? ('code' in challenge ? challenge.code : '')
      const answer = await api.answer(challenge, valid, { role: 'twin', ...options })
      const token = tokenIn(answer)
      if (token !== undefined && isSuccess(answer)) return token
      throw new SetupFailed(`a valid second step was rejected: ${answer.said}${orMisdeclared(run, answer)}`)
    },

    /**
     * Insists that a second step of the account is accepted: the control before a rejection. If the clock can't be moved, the
     * last one will do if it was accepted.
     * @param wire how the second step is sent
     */
    async acceptsCode(account: LoginAccount, { wire, ...options }: LoginOptions = {}): Promise<void> {
      if (!run.clock.movable && run.failedLogins.codeAccepted(account.username)) return
      await steps.redeem(await steps.freshChallenge(account, options), undefined, wire && { wire })
    },
  }
  return steps
}
