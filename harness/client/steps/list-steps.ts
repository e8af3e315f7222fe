import type { Family } from '../../facts/families.ts'
import { NotDeclared, SetupFailed } from '../../outcomes.ts'
import type { Run } from '../../run/run.ts'
import { tokenCandidates } from '../../subject/commands/operator.ts'
import { isChallenge, tokenIn, type Answer } from '../answer.ts'
import type { Api } from '../api/api.ts'
import { declaredAccounts } from '../api/api-login.ts'
import type { ListOptions, LoginAccount } from '../api-options.ts'
import { bearer, cookie, privateToken, signature, type Credential } from '../credentials/credentials.ts'
import { controlRejected, notListed } from '../grants.ts'
import { between } from './between.ts'
import type { createCodeSteps } from './code-steps.ts'
import type { createFamilySteps } from './family-steps.ts'
import type { createLoginSteps } from './login-steps.ts'

/** Lists that a credential opens, and which declared credential does. */
export function createListSteps(
  run: Run,
  api: Api,
  {
    listFamily,
    token,
    freshChallenge,
    redeem,
  }: Pick<ReturnType<typeof createFamilySteps>, 'listFamily'> &
    Pick<ReturnType<typeof createLoginSteps>, 'token'> &
    Pick<ReturnType<typeof createCodeSteps>, 'freshChallenge' | 'redeem'>,
) {
  /** The token of a second step; undefined if it fails. */
  async function redeemed(account: LoginAccount): Promise<string | undefined> {
    try {
      return await redeem(await freshChallenge(account))
    } catch (error) {
      if (error instanceof SetupFailed || error instanceof NotDeclared) return undefined
      throw error
    }
  }

  const steps = {
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
      if (accounts.plain) yield bearer(await token(accounts.plain), accounts.plain.username)
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
        const answer = await api.list(listFamily(), privateToken(token, username), { role: 'step' })
        if (!(notListed(answer) instanceof Error)) return token
      }
      return undefined
    },

    /**
     * Insists that an account still gets in by other means: its password or a signature. A token that comes for the password
     * has to open a list, since the right to read it may have ended. A challenge is enough if its second step fails.
     */
    async stillIn(username: string): Promise<void> {
      const account = declaredAccounts(run).find((one) => one.username === username)
      const key = (run.declaration.accessKeys || []).find((one) => one.username === username)
      if (account) {
        const answer = await api.login(account, { role: 'twin' })
        const asked = isChallenge(answer)
        const issued = asked ? await redeemed(account) : tokenIn(answer)
        if (issued !== undefined) await steps.listed(listFamily(), bearer(issued, username))
        if (asked || issued !== undefined) return
      }
      if (
        key &&
        !(notListed(await api.list(listFamily(), signature(key), { role: 'twin' })) instanceof Error)
      )
        return
      throw new SetupFailed(
        `nothing shows that ${username} still gets in: declare its account or an access key of it`,
      )
    },
  }
  return steps
}
