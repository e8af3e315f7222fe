import type { Run } from '../harness/cases/run.ts'
import type { LoginAccount } from '../harness/client/api.ts'
import type { WebSession } from '../harness/client/web-session.ts'
import { NotDeclared, SetupFailed } from '../harness/verdicts/outcomes.ts'

/** A cookie of a logged-in session: got by the declared web login, else the declared one. */
export async function sessionCookie(
  run: Run,
  session: WebSession,
  account: LoginAccount | false | undefined = run.declaration.accounts.plain,
): Promise<{ value: string; username?: string }> {
  if (session.declaredCookie !== undefined) return { value: session.declaredCookie }
  if (!account) throw new NotDeclared('accounts.plain')
  const { after, said } = await session.logIn(account)
  if (after === undefined || after === '')
    throw new SetupFailed(`the web login set no sessionid; at last ${said}`)
  return { value: after, username: account.username }
}
