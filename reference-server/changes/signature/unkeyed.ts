import { createHash } from 'node:crypto'
import { type Apply, type Defect, type Lists, wrappingOn } from '../change.ts'
import type { AccessKey } from '../../domain/access-keys.ts'
import { breaking, must } from '../shared/breach.ts'

const breaks = breaking(must('signature.wrong-secret'))

/** Signatures that are accepted although they don't involve a secret. */
export const unkeyedSignatureDefects: Record<string, Defect> = {
  'signature-plain-hash-on-older-list': breaks(
    'The older list also accepts the SHA-256 hash of what is signed, without a secret.',
    alsoAccept('users-v1', (text) => hash('sha256', 'base64', text)),
  ),
  'signature-plain-md5-on-newer-list': breaks(
    'The newer list also accepts the MD5 hash of what is signed, in hex, as an old client sent it.',
    alsoAccept('v1', (text) => hash('md5', 'hex', text)),
  ),
  'signature-hash-of-key-id-on-newer-list': breaks(
    'The newer list also accepts a hash of the key ID and what is signed.',
    alsoAccept('v1', (text, { keyId }) => hash('sha256', 'base64', keyId + text)),
  ),
  'signature-label-names-plain-hash-on-older-list': breaks(
    'The older list follows the label of the algorithm: sha1 is a hash without a secret.',
    alsoAccept('users-v1', (text) => hash('sha1', 'base64', text), 'sha1'),
  ),
  'signature-text-itself-on-older-list': breaks(
    'Where signing is switched off, the older list accepts what is signed itself, in base64.',
    alsoAccept('users-v1', (text) => Buffer.from(text, 'latin1').toString('base64')),
  ),
}

const hash = (algorithm: string, digest: 'base64' | 'hex', text: string) =>
  createHash(algorithm).update(text, 'latin1').digest(digest)

/** Accepts what `made` returns for the signing string as a valid signature; only with `label`, if it is given. */
function alsoAccept(lists: Lists, made: (text: string, key: AccessKey) => string, label?: string): Apply {
  return wrappingOn(lists, 'signatures.fault', (fault, { signatures }) => (parameters, key, call) => {
    const text = signatures.signingString(parameters.headers ?? [], call)
    const isMade =
      text !== undefined &&
      (label === undefined || parameters.algorithm === label) &&
      parameters.signature === made(text, key)
    if (!isMade) return fault(parameters, key, call)
    const signature = signatures.sign(key.keySecret, text)
    return fault({ ...parameters, algorithm: 'hmac-sha256', signature }, key, call)
  })
}
