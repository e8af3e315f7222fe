import type { SignatureParameters } from '../../domain/signature-parameters.ts'
import type { Parts } from '../parts.ts'
import type { Method } from './method.ts'

/** `Authorization: Signature keyId="…",algorithm="…",headers="…",signature="…"`. */
export function createSignatureMethod(parts: Parts): Method {
  return (text, call) => {
    const parameters = parts.signatures.read(text, call)
    const key = parameters && parts.accessKeys.find(parameters.keyId, call)
    const rule = key ? parts.signatures.fault(parameters, key, call) : unknownKey(parameters)
    if (key && rule === undefined) return parts.accounts.find(key.username, call)
    parts.signatureRefusals.set(call, { rule: rule ?? '', text, parameters, key })
    return undefined
  }
}

const unknownKey = (parameters: SignatureParameters | undefined) =>
  parameters ? 'no access key has this key ID' : 'the parameters of the signature are malformed'
