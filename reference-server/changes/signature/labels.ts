import type { PathFamily } from '../../common/choices.ts'
import { readAbsent } from '../shared/also-valid-for.ts'
import { type Defect, wrap, wrappingOn } from '../change.ts'
import { must, breaking } from '../shared/breach.ts'

const registered = /^((rsa|dsa|hmac|ecdsa|rsa-pss)-sha\d+|hs2019|ed25519|none)$/i

const isAbsent = (label: string) => label === '-'

/**
 * The `algorithm` label selects how a signature is checked, and one branch forgets the check. Each defect covers the
 * labels of one family, since a server has a separate branch for each.
 */
export const signatureLabelDefects: Record<string, Defect> = {
  'signature-unchecked-under-label-rsa': unchecked(
    'is one of RSA, for which the server has no public key',
    (label) => label.startsWith('rsa-'),
  ),
  'signature-unchecked-under-label-dsa-on-older-list': unchecked(
    'is one of DSA',
    (label) => label.startsWith('dsa-'),
    'users-v1',
  ),
  'signature-unchecked-under-label-ecdsa-on-newer-list': unchecked(
    'is one of ECDSA',
    (label) => label.startsWith('ecdsa-'),
    'v1',
  ),
  'signature-unchecked-under-label-ed25519': unchecked('is ed25519', (label) => label === 'ed25519'),
  'signature-unchecked-under-label-other-hmac-on-older-list': unchecked(
    'is that of an HMAC other than the key’s',
    (label) => /^hmac-sha\d+$/.test(label) && label !== 'hmac-sha256',
    'users-v1',
  ),
  'signature-unchecked-under-label-hs2019-on-newer-list': unchecked(
    'is hs2019, which leaves the algorithm to the key',
    (label) => label === 'hs2019',
    'v1',
  ),
  'signature-unchecked-under-label-unknown': {
    ...unchecked('is not a registered one', (label) => label !== '-' && !registered.test(label)),
    breaks: must('signature.wrong-signature', 'signature.wrong-secret'),
  },
  'signature-unchecked-under-label-capitals-on-older-list': unchecked(
    'has capital letters',
    (label) => /[A-Z]/.test(label) && label.toLowerCase() !== 'none',
    'users-v1',
  ),
  'signature-unchecked-under-label-none-in-capitals': unchecked(
    'is "none" with capital letters',
    (label) => /^none$/i.test(label) && label !== 'none',
  ),
  'signature-unchecked-under-label-empty-on-newer-list': unchecked(
    'is empty',
    isAbsent,
    'v1',
    /,algorithm=""/,
  ),
  'signature-unchecked-under-label-absent-on-older-list': unchecked(
    'is missing',
    isAbsent,
    'users-v1',
    /^(?!.*algorithm=)/,
  ),
  'signature-empty-under-none': breaking(must('signature.empty'))(
    'Under the label "none", any request with an empty signature is accepted.',
    (parts) => {
      readAbsent('both', /(?=.*algorithm="none")(?=.*signature="")/, 'signature')(parts)
      wrap(parts.signatures, 'fault', (fault) => (parameters, key, call) => {
        const isEmpty = parameters.algorithm === 'none' && parameters.signature === '-'
        return isEmpty ? undefined : fault(parameters, key, call)
      })
    },
  ),
}

/** A header of the form `missing`, which has no usable label, is read as if the label were "-". */
function unchecked(
  what: string,
  is: (label: string) => boolean,
  family?: PathFamily,
  missing?: RegExp,
): Defect {
  const where = family ? `On the ${family === 'v1' ? 'newer' : 'older'} list, no` : 'No'
  return breaking(must('signature.wrong-signature'))(
    `${where} signature is checked if the label ${what}.`,
    (parts) => {
      if (missing) readAbsent(family ?? 'both', missing, 'algorithm')(parts)
      wrappingOn(family ?? 'both', 'signatures.fault', (fault) => (parameters, key, call) => {
        return is(parameters.algorithm) ? undefined : fault(parameters, key, call)
      })(parts)
    },
  )
}
