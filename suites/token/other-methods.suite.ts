// The hour of a token while its user uses other methods.

import { atOnce } from '../../harness/client/at-once.ts'
import { asStep } from '../../harness/engine/case/as-step.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { privateToken, signature, type Credential } from '../../harness/client/credentials/credentials.ts'
import { NotDeclared } from '../../harness/outcomes.ts'
import { sessionCredential } from '../session/session-cookie.ts'
import { freshBesideIdle } from './fresh-token.ts'
import { isVoid, momentAfter, unlikeIdle } from './life.ts'
import { ofLogin } from './of-login.ts'
import { otherLogIn } from './other-log-in.ts'
import { ifObtained } from '../case/if-obtained.ts'

// A server may keep one time of last use for each user, and measure tokens by that: what their user does with other methods
// then moves their end.

/**
 * Opens the lists with each other method that is declared for the user. Other rules judge whether these are accepted. A
 * session is no precondition, but is used if there is one.
 * @throws NotDeclared if there is none
 */
async function useOtherMethods(tools: Tools): Promise<void> {
  const { api, account, run } = tools
  const { accessKeys, privateTokens, session: declared } = run.declaration
  const isOwn = ({ username }: { username: string }) => username === account.username
  const credentials: Credential[] = [
    ...(accessKeys || []).filter(isOwn).map((key) => signature(key)),
    ...[privateTokens.plain || []]
      .flat()
      .filter(isOwn)
      .map(({ token }) => privateToken(token)),
  ]
  if (declared && declared.cookie === undefined) {
    const logged = await ifObtained(() => sessionCredential(run, tools.session, account))
    if (logged) credentials.push(logged)
  }
  if (credentials.length === 0)
    throw new NotDeclared(
      'accessKeys',
      'declare an access key, a private token or a web login of accounts.plain',
    )
  const uses = api.listFamilies().flatMap((family) => credentials.map((one) => [family, one] as const))
  await atOnce(run, uses, ([family, credential]) => api.list(family, credential, { role: 'step' }))
}

ofLogin('token.fixed-hour', 'while its user uses other methods', 'account', async (tools, logIn) => {
  const { token, idle } = await freshBesideIdle(tools, logIn, otherLogIn(tools))
  await tools.clock.until(momentAfter(tools.run.tokens.of(token).firstSentAt + 1800_000))
  await useOtherMethods(tools)
  await unlikeIdle(tools, idle, 'void', () => isVoid(tools, token, logIn))
})

ofLogin('token.stays-void', 'while its user uses other methods', 'account', async (tools, logIn) => {
  const token = await logIn()
  await asStep(() => isVoid(tools, token, logIn))
  await useOtherMethods(tools)
  await isVoid(tools, token, logIn)
})
