import { type Defect, wrap } from '../change.ts'
import type { Signatures } from '../../domain/http-signature.ts'
import type { Parts } from '../../server/parts.ts'
import { must } from '../shared/breach.ts'
import { onFamily } from '../shared/on-family.ts'

const registered = /^((rsa|dsa|hmac|ecdsa|rsa-pss)-sha\d+|hs2019|ed25519|none)$/i

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
  unchecked('empty', 'is empty', readAs(/,algorithm=""/), 'v1'),
  unchecked('absent', 'is missing', readAs(/^(?!.*algorithm=)/), 'users-v1'),
  {
    name: 'signature-empty-under-none',
    summary: 'Under the label "none", any request with an empty signature is accepted.',
    breaks: must('signature.empty'),
    apply({ signatures }) {
      const empty = /(?=.*algorithm="none")(?=.*signature="")/
      wrap(signatures, 'read', (read) => (text, call) => {
        return read(empty.test(text) ? text.replace('signature=""', 'signature="-"') : text, call)
      })
      wrap(signatures, 'fault', (fault) => (parameters, key, call) => {
        const isEmpty = parameters.algorithm === 'none' && parameters.signature === '-'
        return isEmpty ? undefined : fault(parameters, key, call)
      })
    },
  },
]

type Test = ((label: string) => boolean) & { reads?: RegExp }

/** Reads a header of this form, which has no usable label, as if the label were "-". */
function readAs(reads: RegExp): Test {
  return Object.assign((label: string) => label === '-', { reads })
}

function unchecked(label: string, what: string, is: Test, family?: 'users-v1' | 'v1'): Defect {
  const where = { 'users-v1': 'older', v1: 'newer' }
  const apply = ({ signatures }: Parts) => {
    if (is.reads) readWithoutLabel(signatures, is.reads)
    wrap(signatures, 'fault', (fault) => (parameters, key, call) => {
      return is(parameters.algorithm) ? undefined : fault(parameters, key, call)
    })
  }
  return {
    name: `signature-unchecked-under-label-${label}${family ? `-on-${where[family]}-list` : ''}`,
    summary: `${family ? `On the ${where[family]} list, no` : 'No'} signature is checked if the label ${what}.`,
    breaks: must('signature.wrong-signature', ...(label === 'unknown' ? ['signature.wrong-secret'] : [])),
    apply: family ? onFamily(family, apply) : apply,
  }
}

function readWithoutLabel(signatures: Signatures, missing: RegExp): void {
  wrap(signatures, 'read', (read) => (text, call) => {
    return read(missing.test(text) ? `${text.replace(/,algorithm=""/, '')},algorithm="-"` : text, call)
  })
}
