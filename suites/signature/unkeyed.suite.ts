// Signatures that can be computed without the key secret.

import { createHash } from 'node:crypto'
import { signature } from '../../harness/client/credentials/credentials.ts'
import { rejectedList } from '../case/pair.ts'

type Digest = 'base64' | 'hex'

const hash = (algorithm: string, digest: Digest, text: string) =>
  createHash(algorithm).update(text).digest(digest)

/**
 * A value that anyone can compute from the request, without the secret. `label` is the algorithm that the header names.
 */
interface Unkeyed {
  what: string
  label?: string
  made(text: string, keyId: string): string
}

const unkeyed: readonly Unkeyed[] = [
  ...['sha256', 'sha1', 'md5'].flatMap((algorithm) => [
    ...(['base64', 'hex'] as const).map((digest): Unkeyed => ({
      what: `the ${algorithm} hash of what is signed, in ${digest}`,
      made: (text) => hash(algorithm, digest, text),
    })),
    {
      what: `the ${algorithm} hash of what is signed, under the label ${algorithm}`,
      label: algorithm,
      made: (text: string) => hash(algorithm, 'base64', text),
    },
  ]),
  {
    what: 'the hash of the key ID and what is signed',
    made: (text, keyId) => hash('sha256', 'base64', keyId + text),
  },
  {
    what: 'the hash of the key ID, a colon and what is signed',
    made: (text, keyId) => hash('sha256', 'base64', `${keyId}:${text}`),
  },
  {
    what: 'the hash of what is signed and the key ID',
    made: (text, keyId) => hash('sha256', 'base64', text + keyId),
  },
  { what: 'what is signed itself, in base64', made: (text) => Buffer.from(text).toString('base64') },
]

rejectedList(
  'signature.wrong-secret',
  (family) => `a hash without a secret in its place on ${family}`,
  { needs: ['accessKey'], changed: 'the signature is made without the key secret' },
  ({ accessKey }) => ({
    valid: signature(accessKey),
    invalid: unkeyed.map(({ what, label, made }) => {
      const alter = (_right: string, text: string) => made(text, accessKey.keyId)
      return [what, signature(accessKey, { alter, ...(label === undefined ? {} : { algorithm: label }) })]
    }),
  }),
)
