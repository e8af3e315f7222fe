import { readAbsent } from '../shared/also-valid-for.ts'
import { type Apply, type Defect, type Lists, wrapping, wrappingOn } from '../change.ts'
import { breaking, must, should } from '../shared/breach.ts'
import { boundBySignature } from '../shared/signature-rows.ts'

const wrongSignature = breaking(must('signature.wrong-signature'))

const notChecked = breaking([
  ...must(...boundBySignature, 'signature.cut', 'signature.missing-header'),
  ...should('signature.covers-target-or-time', 'signature.created-needs-parameter'),
])
const empty = breaking(must('signature.empty'))

/** Signatures that are compared incorrectly, or not at all. */
export const signatureComparisonDefects: Record<string, Defect> = {
  'signature-not-checked': notChecked(
    'A known key ID is enough; the signature is not checked.',
    ({ signatures }) => {
      signatures.fault = () => undefined
    },
  ),
  'signature-not-checked-on-older-list': notChecked(
    'On the older list a known key ID is enough.',
    wrappingOn('users-v1', 'signatures.fault', () => () => undefined),
  ),
  'signature-key-trusted-once-verified-on-newer-list': notChecked(
    'On the newer list a key whose signature verified once is not checked again.',
    wrappingOn('v1', 'signatures.fault', (fault) => {
      const trusted = new Set<string>()
      return (parameters, key, call) => {
        const reason = trusted.has(key.keyId) ? undefined : fault(parameters, key, call)
        if (reason === undefined) trusted.add(key.keyId)
        return reason
      }
    }),
  ),
  'signature-length-compared': breaking(must(...boundBySignature))(
    'Any signature of the right length is accepted.',
    compareBy('both', (valid, given) => bytes(valid).length === bytes(given).length),
  ),
  'signature-first-quarter-compared': wrongSignature(
    'Only the first quarter of a signature that is long enough is compared.',
    compareBy(
      'both',
      (valid, given) => bytes(given).length >= bytes(valid).length && given.startsWith(valid.slice(0, 11)),
    ),
  ),
  'signature-extended-on-older-list': wrongSignature(
    'The older list accepts a signature with more bytes after it.',
    compareBy('users-v1', (valid, given) => bytes(given).subarray(0, 32).equals(bytes(valid))),
  ),
  'signature-without-base64-taken-on-older-list': wrongSignature(
    'The check of the older list fails at a signature that is no base64, and lets the request in.',
    compareBy('users-v1', (valid, given) => given === valid || !/^[\w+/=-]*$/.test(given)),
  ),
  'signature-letter-case-folded-on-newer-list': wrongSignature(
    'The newer list ignores the letter case of the base64 text.',
    compareBy('v1', (valid, given) => valid.toLowerCase() === given.toLowerCase()),
  ),
  'signature-algorithm-none': breaking(must('signature.wrong-signature', 'signature.wrong-secret'))(
    'The client chooses the algorithm, and "none" means no check.',
    wrapping('signatures.fault', (fault) => (parameters, key, call) => {
      return parameters.algorithm === 'none' ? undefined : fault(parameters, key, call)
    }),
  ),
  'signature-cut-taken': breaking(must('signature.cut'))(
    'The server compares only as many characters of a signature as were sent.',
    compareBy('both', (valid, given) => valid.startsWith(given.replace(/.=*$/, ''))),
  ),
  'signature-cut-or-empty-taken-on-older-list': breaking(must('signature.cut', 'signature.empty'))(
    'The older list compares only as many characters as were sent, even if none were.',
    compareBy(
      'users-v1',
      (valid, given) => given === '-' || valid.startsWith(given.replace(/.=*$/, '')),
      /signature=""/,
    ),
  ),
  'signature-empty-taken': empty(
    'An empty signature is accepted.',
    compareBy('both', (valid, given) => given === '-' || given === valid, /signature=""/),
  ),
  'signature-missing-taken-on-newer-list': empty(
    'The newer list accepts an Authorization header without a signature parameter.',
    compareBy('v1', (valid, given) => given === '-' || given === valid, /^(?!.*signature=)/),
  ),
}

const bytes = (base64: string) => Buffer.from(base64, 'base64')

/**
 * Compares the given base64 text with the valid one by `same`; everything else is checked as usual. A header of the form
 * `missing`, which has no signature, is read as if the signature were "-".
 */
function compareBy(lists: Lists, same: (valid: string, given: string) => boolean, missing?: RegExp): Apply {
  const compare = wrappingOn(
    lists,
    'signatures.fault',
    (fault, { signatures }) =>
      (parameters, key, call) => {
        const text = signatures.signingString(parameters.headers ?? [], call)
        const valid = text === undefined ? undefined : signatures.sign(key.keySecret, text)
        const isSame = valid !== undefined && same(valid, parameters.signature)
        return fault(isSame ? { ...parameters, signature: valid } : parameters, key, call)
      },
  )
  return (parts) => {
    if (missing) readAbsent(lists, missing, 'signature')(parts)
    compare(parts)
  }
}
