import type { Run } from '../run/run.ts'
import { NotDeclared } from '../outcomes.ts'

/**
 * Returns why a list that this user asks for proves nothing: the user is declared to have no right to read it, so a
 * rejection shows nothing. Undefined for any other user.
 */
export function mayNotList({ declaration }: Run, username: string | undefined): NotDeclared | undefined {
  for (const [role, account] of Object.entries(declaration.accounts)) {
    if (!account || account.username !== username || account.mayList) continue
    const reason = `declare accounts.${role} of a user who may read the user list: ${username} may not (mayList: false)`
    return new NotDeclared(`accounts.${role}`, reason)
  }
  return undefined
}
