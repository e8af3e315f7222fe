import type { Parts } from '../parts.ts'
import type { Method } from './method.ts'

/** `Authorization: Signature keyId="…",algorithm="…",headers="…",signature="…"`. */
export function createSignatureMethod(parts: Parts): Method {
  return (text, call) => {
    const parameters = parts.signatures.read(text, call)
    const key = parameters && parts.accessKeys.find(parameters.keyId, call)
    if (!key || parts.signatures.fault(parameters, key, call) !== undefined) return undefined
    return parts.accounts.find(key.username, call)
  }
}
