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
export const signatureLabelDefects: Defect[] = [
  unchecked('rsa', 'is one of RSA, for which the server has no public key', (label) =>
    label.startsWith('rsa-'),
  ),
  unchecked('dsa', 'is one of DSA', (label) => label.startsWith('dsa-'), 'users-v1'),
  unchecked('ecdsa', 'is one of ECDSA', (label) => label.startsWith('ecdsa-'), 'v1'),
  unchecked('ed25519', 'is ed25519', (label) => label === 'ed25519'),
  unchecked(
    'other-hmac',
    'is that of an HMAC other than the key’s',
    (label) => /^hmac-sha\d+$/.test(label) && label !== 'hmac-sha256',
    'users-v1',
  ),
  unchecked(
    'hs2019',
    'is hs2019, which leaves the algorithm to the key',
    (label) => label === 'hs2019',
    'v1',
  ),
  unchecked('unknown', 'is not a registered one', (label) => label !== '-' && !registered.test(label)),
  unchecked(
    'capitals',
    'has capital letters',
    (label) => /[A-Z]/.test(label) && label.toLowerCase() !== 'none',
    'users-v1',
  ),
  unchecked(
    'none-in-capitals',
    'is "none" with capital letters',
    (label) => /^none$/i.test(label) && label !== 'none',
  ),
  unchecked('empty', 'is empty', isAbsent, 'v1', /,algorithm=""/),
  unchecked('absent', 'is missing', isAbsent, 'users-v1', /^(?!.*algorithm=)/),
  breaking(must('signature.empty'))(
    'signature-empty-under-none',
    'Under the label "none", any request with an empty signature is accepted.',
    (parts) => {
      readAbsent('both', /(?=.*algorithm="none")(?=.*signature="")/, 'signature')(parts)
      wrap(parts.signatures, 'fault', (fault) => (parameters, key, call) => {
        const isEmpty = parameters.algorithm === 'none' && parameters.signature === '-'
        return isEmpty ? undefined : fault(parameters, key, call)
      })
    },
  ),
]

/** A header of the form `missing`, which has no usable label, is read as if the label were "-". */
function unchecked(
  label: string,
  what: string,
  is: (label: string) => boolean,
  family?: PathFamily,
  missing?: RegExp,
): Defect {
  const list = family && `${family === 'v1' ? 'newer' : 'older'} list`
  const onList = list ? `-on-${list.replace(' ', '-')}` : ''
  return {
    name: `signature-unchecked-under-label-${label}${onList}`,
    summary: `${list ? `On the ${list}, no` : 'No'} signature is checked if the label ${what}.`,
    breaks: must('signature.wrong-signature', ...(label === 'unknown' ? ['signature.wrong-secret'] : [])),
    apply(parts) {
      if (missing) readAbsent(family ?? 'both', missing, 'algorithm')(parts)
      wrappingOn(family ?? 'both', 'signatures.fault', (fault) => (parameters, key, call) => {
        return is(parameters.algorithm) ? undefined : fault(parameters, key, call)
      })(parts)
    },
  }
}
