import type { Way } from '../../facts/families.ts'
import { NotSupported, SetupFailed, Skipped, noneLeft } from '../../outcomes.ts'
import type { Run } from '../../run/run.ts'
import { isSuccess, tokenIn, type Answer } from '../answer.ts'
import type { Api } from '../api/api.ts'
import type { LoginAccount, LoginOptions } from '../api-options.ts'
import { orMisdeclared } from '../or-misdeclared.ts'
import { suggestSessionFlow } from '../session-challenge.ts'
import { between } from './between.ts'

export function createLoginSteps(run: Run, api: Api) {
  const steps = {
    /** Logs in an account without a second factor; returns the token. */
    async token(account: LoginAccount, options: LoginOptions = {}): Promise<string> {
      const answer = await api.login(account, { role: 'step', ...options })
      const token = tokenIn(answer)
      if (token !== undefined && isSuccess(answer)) return token
      suggestSessionFlow(run, answer)
      run.failedLogins.bar(account.username, `a valid login of ${account.username} was rejected before`)
      throw new SetupFailed(`a valid login was rejected: ${answer.said}${orMisdeclared(run, answer)}`)
    },

    /** Does `work` between two valid logins, so that a rejection in it has only one reason. */
    betweenLogins: (
      account: LoginAccount,
      options: LoginOptions,
      work: () => Promise<unknown>,
    ): Promise<void> => between(() => steps.token(account, options), work),

    /** For cases about seeds. @throws NotSupported if the subject is declared to keep challenges in a session */
    challengesBySeed(): void {
      if (run.declaration.mfaFlow !== 'seed') {
        throw new NotSupported('the subject is declared to keep challenges in a session (mfaFlow)')
      }
    },

    /** For rejections beyond what every run may cause. @throws Skipped if failed logins are limited */
    leftOutUnderLimits(): void {
      if (run.failedLogins.limited) throw new Skipped(noneLeft)
    },

    /** Insists on a 2xx, for cases that judge how a valid login is answered: that it is accepted is another rule. */
    succeeded(answer: Answer): void {
      if (isSuccess(answer)) return
      const what = answer.operation === 'second-step' ? 'second step' : 'login'
      throw new SetupFailed(`a valid ${what} was rejected: ${answer.said}${orMisdeclared(run, answer)}`)
    },

    /** Insists that a way of logging in works, with an account without a second factor, if one is declared. */
    async wayIsOpen(way: Way): Promise<void> {
      const { plain } = run.declaration.accounts
      if (plain) steps.succeeded(await api.login(plain, { role: 'step', ...way }))
    },
  }
  return steps
}
