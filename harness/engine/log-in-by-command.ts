import { printedCookie } from '../subject/secret-command.ts'
import { SetupFailed } from '../outcomes.ts'
import type { Run } from '../run/run.ts'

/**
 * Gets the session that `session.command` prints, and uses it like a declared cookie from then on. If the command fails,
 * cases that need a session are inconclusive.
 */
export async function logInByCommand(run: Run): Promise<void> {
  const { declaration, folder, env, secrets } = run
  const { session, accounts } = declaration
  if (!session || session.command === undefined) return
  const { command } = session
  const account = accounts.plain || undefined
  try {
    const cookie = await printedCookie({ field: 'session.command', command, cwd: folder, env, account })
    secrets.add(cookie, 'session.command')
    run.declaration = { ...declaration, session: { ...session, cookie } }
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    run.sessionFault = error.message
  }
}
