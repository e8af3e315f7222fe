import type { Call } from '../../common/call.ts'
import type { SignatureParameters } from '../../domain/signature-parameters.ts'
import type { Parts } from '../parts.ts'
import type { Methods } from '../method.ts'

export function createMethods(parts: Parts): Methods {
  const accountOf = (username: string | undefined, call: Call) =>
    username === undefined ? undefined : parts.accounts.find(username, call)
  return {
    /** `Authorization: Bearer <ACCESS_TOKEN>`. */
    bearer: (text, call) => accountOf(parts.tokens.accepts(text, call), call),
    /** `Authorization: Token <PRIVATE_TOKEN>`. */
    token: (text, call) => accountOf(parts.privateTokens.find(text, call)?.username, call),
    /** `Authorization: Signature keyId="…",algorithm="…",headers="…",signature="…"`. */
    signature(text, call) {
      const parameters = parts.signatures.read(text, call)
      const key = parameters && parts.accessKeys.find(parameters.keyId, call)
      const rule = key ? parts.signatures.fault(parameters, key, call) : unknownKey(parameters)
      if (key && rule === undefined) return parts.accounts.find(key.username, call)
      parts.signatureRejections.set(call, { rule: rule ?? '', text, parameters, key })
      return undefined
    },
    /** The cookie `sessionid` of a web login. */
    session(id, call) {
      const session = parts.sessions.find(id, call)
      return accountOf(session && parts.sessions.userOf(session, call), call)
    },
  }
}

const unknownKey = (parameters: SignatureParameters | undefined) =>
  parameters ? 'no access key has this key ID' : 'the parameters of the signature are malformed'
