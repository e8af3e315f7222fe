import type { Socket } from 'node:net'
import { wrap } from '../change.ts'
import type { Call } from '../../common/call.ts'
import type { Parts } from '../../server/parts.ts'

const mostFailures = 7
const lockedMilliseconds = 30 * 60_000

/**
 * After seven failed logins with a username from one address, whether the user exists or not, locks that username there
 * for half an hour: even the valid password is then rejected. A successful login resets the count.
 */
export function lockedLogins(parts: Parts): void {
  const failures = createFailures(parts)
  wrap(parts, 'checkPassword', (check) => (username, password, call) => {
    return failures.count(username, call, () => check(username, password, call))
  })
}

/** Does the same for wrong codes, which are counted separately from wrong passwords. */
export function lockedCodes(parts: Parts): void {
  const failures = createFailures(parts)
  wrap(
    parts,
    'checkCode',
    (check) => async (account, code, call) =>
      (await failures.count(
        account.username,
        call,
        async () => (await check(account, code, call)) || undefined,
      )) ?? false,
  )
}

function createFailures({ clock }: Parts) {
  const failures = new Map<string, { count: number; lastAt: number }>()
  return {
    /** Returns the result of `attempt`; undefined if it fails, or isn't made because the name is locked. */
    async count<T>(
      username: string,
      call: Call,
      attempt: () => T | undefined | Promise<T | undefined>,
    ): Promise<T | undefined> {
      const key = JSON.stringify([(call.connection as Socket).remoteAddress, username])
      if (isLocked(key)) return undefined
      const success = await attempt()
      if (success !== undefined) failures.delete(key)
      else failures.set(key, { count: (recent(key)?.count ?? 0) + 1, lastAt: clock.now() })
      return success
    },
  }

  function recent(key: string) {
    const found = failures.get(key)
    return found && clock.now() - found.lastAt < lockedMilliseconds ? found : undefined
  }

  function isLocked(key: string): boolean {
    return (recent(key)?.count ?? 0) >= mostFailures
  }
}
