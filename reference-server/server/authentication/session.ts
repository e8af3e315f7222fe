import type { Parts } from '../parts.ts'
import type { Method } from './method.ts'

/** The cookie `sessionid` of a web login. */
export function createSessionMethod(parts: Parts): Method {
  return (id, call) => {
    const session = parts.sessions.find(id, call)
    const username = session && parts.sessions.userOf(session, call)
    return username === undefined ? undefined : parts.accounts.find(username, call)
  }
}
