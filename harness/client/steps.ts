import { controlRejected, notListed } from './grants.ts'
import type { Run } from '../run/run.ts'
import { tokenCandidates } from '../subject/commands/operator.ts'
import { NotDeclared, NotSupported, SetupFailed, Skipped, noneLeft } from '../outcomes.ts'
import { isChallenge, isSuccess, tokenIn, type Answer } from './answer.ts'
import type { Api } from './api/api.ts'
import { declaredAccounts, loginFamily } from './api/api-login.ts'
import type { LoginAccount, LoginOptions, ListOptions } from './api-options.ts'
import { bearer, cookie, privateToken, signature, type Credential } from './credentials/credentials.ts'
import { families, listPath, type Family, type Way } from '../facts/families.ts'
import { codeAccount } from './code-account.ts'
import { challengeIn } from './challenge-in.ts'
import { orMisdeclared } from './or-misdeclared.ts'
import { suggestSessionFlow } from './session-challenge.ts'
import type { Challenge } from './second-step.ts'

/** A challenge from a time step whose code no request has carried, with that code. */
export interface FreshChallenge extends Challenge {
  code: string
}

/** Steps towards what is judged: each insists on a valid answer; without it, the case is inconclusive. */
export function createSteps(run: Run, api: Api, until: (ms: number) => Promise<void>) {
  const steps = {
    listFamilies: (): Family[] => families.filter((family) => run.support.list[family]),
    /** The older list if the subject has it, otherwise the newer one. */
    listFamily: (): Family => (run.support.list['users-v1'] ? 'users-v1' : 'v1'),
    hasLogin: (family: Family): boolean => run.support.login[family],
    /** The request target of a list, as sent; after a redirect that was followed, its target. */
    listTarget: (family: Family): string => {
      const path = run.wire.prefix + listPath[family]
      return run.redirects.get(path) ?? path
    },
    /** @throws NotSupported if the subject has one list only */
    bothLists(): [Family, Family] {
      if (steps.listFamilies().length < 2) throw new NotSupported('the subject has one user list only')
      if (steps.listTarget('users-v1') === steps.listTarget('v1'))
        throw new NotSupported('both path families lead to the same list')
      return ['users-v1', 'v1']
    },

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
    async redeem(challenge: Challenge | FreshChallenge, code?: string): Promise<string> {
      const valid = code ?? ('code' in challenge ? challenge.code : '')
      const answer = await api.answer(challenge, valid, { role: 'twin' })
      const token = tokenIn(answer)
      if (token !== undefined && isSuccess(answer)) return token
      throw new SetupFailed(`a valid second step was rejected: ${answer.said}${orMisdeclared(run, answer)}`)
    },

    /**
     * Insists that a second step of the account is accepted: the control before a rejection. If the clock can't be moved, one
     * that was accepted before will do, as long as nothing was rejected since.
     */
    async acceptsCode(account: LoginAccount, options: LoginOptions = {}): Promise<void> {
      if (!run.clock.movable && run.failedLogins.stillAccepted(account.username)) return
      await steps.redeem(await steps.freshChallenge(account, options))
    },

    /** Insists on a list: the accepted control of a rejection. */
    async listed(family: Family, credential: Credential, options: ListOptions = {}): Promise<Answer> {
      const answer = await api.list(family, credential, { role: 'twin', ...options })
      steps.accepted(answer)
      return answer
    },

    /** Does `work` between two lists that the credential opens, so that a rejection in it has only one reason. */
    betweenLists: (
      family: Family,
      credential: Credential,
      options: ListOptions,
      work: () => Promise<unknown>,
    ): Promise<void> => between(() => steps.listed(family, credential, options), work),

    accepted(answer: Answer): void {
      const reason = notListed(answer)
      if (reason instanceof Error) throw controlRejected(answer, reason)
    },

    /** True if anything is declared that opens a list. */
    hasCredentials(): boolean {
      const { privateTokens, accessKeys, accounts, session } = run.declaration
      const held = [privateTokens.plain, privateTokens.mfa, accounts.plain, session]
      return held.some(Boolean) || (accessKeys || []).length > 0
    },

    /** Returns a declared credential that opens the list: private token, signature, a token from a login, or a cookie. */
    async anyAccepted(family: Family): Promise<Credential> {
      if (!steps.hasCredentials()) throw new NotDeclared('accounts.plain')
      const reasons: Error[] = []
      for await (const credential of steps.credentials()) {
        const answer = await api.list(family, credential, { role: 'step' })
        const reason = notListed(answer)
        if (!(reason instanceof Error)) return credential
        reasons.push(reason)
      }
      // If all users may not read the list, every credential is rejected: another user has to be declared.
      if (reasons.every((reason) => reason instanceof NotDeclared))
        throw reasons[0] ?? new NotDeclared('accounts.plain')
      throw new SetupFailed('no declared credential opens the list')
    },

    /** Every declared credential for lists, the cheapest first. */
    async *credentials(): AsyncGenerator<Credential> {
      const { privateTokens, accessKeys, accounts } = run.declaration
      for (const held of [privateTokens.plain, privateTokens.mfa]) {
        if (held) yield privateToken(held.token, held.username)
      }
      for (const key of accessKeys || []) yield signature(key)
      if (accounts.plain) yield bearer(await steps.token(accounts.plain), accounts.plain.username)
      const { session } = run.declaration
      if (session && session.cookie !== undefined) yield cookie(session.cookie)
    },

    /** Returns the list as answered to the first private token that opens it, or to the last one if none does. */
    async listWithFirst(family: Family, tokens: readonly string[], username: string): Promise<Answer> {
      let answer: Answer | undefined
      for (const token of tokens) {
        answer = await api.list(family, privateToken(token, username))
        if (!(notListed(answer) instanceof Error)) break
      }
      if (!answer) throw new SetupFailed('no token was printed')
      return answer
    },

    /** Returns the first private token in a command's output that opens the list; undefined if there is none. */
    async firstThatLists(output: string, username: string): Promise<string | undefined> {
      for (const token of tokenCandidates(output)) {
        run.secrets.add(token, 'a private token')
        const answer = await api.list(steps.listFamily(), privateToken(token, username), { role: 'step' })
        if (!(notListed(answer) instanceof Error)) return token
      }
      return undefined
    },

    /** Insists that an account still gets in by other means: its password (a challenge is enough) or a signature. */
    async stillIn(username: string): Promise<void> {
      const account = declaredAccounts(run).find((one) => one.username === username)
      const key = (run.declaration.accessKeys || []).find((one) => one.username === username)
      if (account) {
        const answer = await api.login(account, { role: 'twin' })
        if (tokenIn(answer) !== undefined || isChallenge(answer)) return
      }
      if (
        key &&
        !(notListed(await api.list(steps.listFamily(), signature(key), { role: 'twin' })) instanceof Error)
      )
        return
      throw new SetupFailed(
        `nothing shows that ${username} still gets in: declare its account or an access key of it`,
      )
    },
  }
  return steps
}

export type Steps = ReturnType<typeof createSteps>

export async function between(accepted: () => Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  await accepted()
  await work()
  await accepted()
}
