import type { Parts } from '../parts.ts'
import type { Method } from './method.ts'

/** `Authorization: Token <PRIVATE_TOKEN>`. */
export function createPrivateTokenMethod(parts: Parts): Method {
  return (text, call) => {
    const privateToken = parts.privateTokens.find(text, call)
    return privateToken && parts.accounts.find(privateToken.username, call)
  }
}
