import type { Parts } from '../parts.ts'
import type { Method } from './method.ts'

/** `Authorization: Bearer <ACCESS_TOKEN>`. */
export function createBearer(parts: Parts): Method {
  return (text, call) => {
    const username = parts.tokens.accepts(text, call)
    return username === undefined ? undefined : parts.accounts.find(username, call)
  }
}
