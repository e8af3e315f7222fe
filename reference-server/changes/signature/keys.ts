import { createHash } from 'node:crypto'
import { type Defect, wrap } from '../change.ts'
import type { AccessKey } from '../../domain/access-keys.ts'
import type { Signatures } from '../../domain/http-signature.ts'
import { must } from '../shared/breach.ts'
import { injectedSql } from '../shared/injected-sql.ts'
import { onFamily } from '../shared/on-family.ts'

/** Secrets that are looked up incorrectly. */
export const signatureKeyDefects: Defect[] = [
  {
    name: 'signature-with-empty-secret-on-older-list',
    summary: 'The older list accepts signatures made with an empty secret.',
    breaks: must('signature.wrong-secret'),
    apply: onFamily('users-v1', ({ signatures }) => orAnotherSecret(signatures, () => [''])),
  },
  {
    name: 'signature-with-key-id-as-secret-on-newer-list',
    summary: 'The newer list accepts signatures made with the key ID instead of the secret.',
    breaks: must('signature.wrong-secret'),
    apply: onFamily('v1', ({ signatures }) => orAnotherSecret(signatures, (key) => [key.keyId])),
  },
  {
    name: 'signature-with-default-secret-on-older-list',
    summary: 'The older list accepts signatures made with the default secret of the configuration.',
    breaks: must('signature.wrong-secret'),
    apply: onFamily('users-v1', ({ signatures }) => orAnotherSecret(signatures, () => ['secret'])),
  },
  {
    name: 'signature-key-id-pasted-into-query-on-newer-list',
    summary:
      'The newer list pastes the key ID into its database query: an SQL condition matches the first key.',
    breaks: must('signature.wrong-key-id'),
    apply: onFamily('v1', ({ accessKeys }) => {
      wrap(
        accessKeys,
        'find',
        (find) => (keyId, call) => (injectedSql(keyId) ? accessKeys.all()[0] : find(keyId, call)),
      )
    }),
  },
  {
    name: 'signature-of-any-key',
    summary: 'A signature made with any known key is accepted for the key ID named.',
    breaks: must('signature.other-keys-signature'),
    apply({ accessKeys, signatures }) {
      orAnotherSecret(signatures, () => accessKeys.all().map((key) => key.keySecret))
    },
  },
  {
    name: 'signature-key-found-by-prefix',
    summary: 'A key ID matches the first key whose ID begins with it.',
    breaks: must('signature.wrong-key-id'),
    apply({ accessKeys }) {
      wrap(accessKeys, 'find', (find) => (keyId, call) => {
        const all = keyId === '' ? [] : accessKeys.all()
        return find(keyId, call) ?? all.find((key) => key.keyId.startsWith(keyId))
      })
    },
  },
  {
    name: 'signature-key-id-ignored-on-older-list',
    summary: 'The older list uses the first key if the key ID is unknown.',
    breaks: must('signature.wrong-key-id'),
    apply: onFamily('users-v1', ({ accessKeys }) => {
      wrap(
        accessKeys,
        'find',
        (find) => (keyId, call) => find(keyId, call) ?? (keyId === '' ? undefined : accessKeys.all()[0]),
      )
    }),
  },
  {
    name: 'signature-without-key-id-on-newer-list',
    summary: 'The newer list uses the first key if no key ID is named.',
    breaks: must('signature.wrong-key-id'),
    apply: onFamily('v1', ({ accessKeys, signatures }) => {
      wrap(signatures, 'read', (read) => (text, call) => {
        const keyId = accessKeys.all()[0]?.keyId ?? ''
        return read(text, call) ?? (/keyid=/i.test(text) ? undefined : read(`keyId="${keyId}",${text}`, call))
      })
    }),
  },
  {
    name: 'signature-key-found-by-user-on-newer-list',
    summary: 'The newer list accepts a username instead of the key ID.',
    breaks: must('signature.wrong-key-id'),
    apply: onFamily('v1', ({ accessKeys }) => {
      wrap(accessKeys, 'find', (find) => (keyId, call) => {
        const all = keyId === '' ? [] : accessKeys.all()
        return find(keyId, call) ?? all.find((key) => key.username === keyId)
      })
    }),
  },
  {
    name: 'signature-key-id-as-pattern-on-older-list',
    summary: 'The older list looks up key IDs with LIKE, so "%" matches the first.',
    breaks: must('signature.wrong-key-id'),
    apply: onFamily('users-v1', ({ accessKeys }) => {
      wrap(accessKeys, 'find', (find) => (keyId, call) => {
        return keyId === '%' ? accessKeys.all()[0] : find(keyId, call)
      })
    }),
  },
  {
    name: 'signature-secret-in-upper-case-on-newer-list',
    summary: 'The newer list also accepts signatures made with the key secret in upper case.',
    breaks: must('signature.wrong-secret'),
    apply: onFamily('v1', ({ signatures }) => {
      orAnotherSecret(signatures, ({ keySecret }) => [keySecret.toUpperCase()])
    }),
  },
  {
    name: 'signature-with-hash-of-secret-on-older-list',
    summary: 'Secrets are kept as SHA-256 hashes, and the older list accepts signatures made with the hash.',
    breaks: must('signature.wrong-secret'),
    apply: onFamily('users-v1', ({ signatures }) => {
      orAnotherSecret(signatures, ({ keySecret }) => [createHash('sha256').update(keySecret).digest('hex')])
    }),
  },
  {
    name: 'unknown-key-has-empty-secret',
    summary: 'The secret of an unknown key is the empty string.',
    breaks: must('anonymous.unknown-key'),
    apply: ({ accessKeys, accounts }) => {
      const username = accounts.all()[0]?.username ?? ''
      wrap(accessKeys, 'find', (find) => (keyId, call) => {
        return find(keyId, call) ?? (keyId === '' ? undefined : { keyId, keySecret: '', username })
      })
    },
  },
  {
    name: 'unknown-key-has-secret-undefined-on-older-list',
    summary: 'On the older list the secret of an unknown key is the word "undefined".',
    breaks: must('anonymous.unknown-key'),
    apply: onFamily('users-v1', ({ accessKeys, accounts }) => {
      const username = accounts.all()[0]?.username ?? ''
      wrap(accessKeys, 'find', (find) => (keyId, call) => {
        return find(keyId, call) ?? (keyId === '' ? undefined : { keyId, keySecret: 'undefined', username })
      })
    }),
  },
  {
    name: 'unknown-key-is-its-own-secret-on-newer-list',
    summary: 'On the newer list an unknown key ID is its own secret.',
    breaks: must('anonymous.unknown-key'),
    apply: onFamily('v1', ({ accessKeys, accounts }) => {
      const username = accounts.all()[0]?.username ?? ''
      wrap(accessKeys, 'find', (find) => (keyId, call) => {
        return find(keyId, call) ?? (keyId === '' ? undefined : { keyId, keySecret: keyId, username })
      })
    }),
  },
]

function orAnotherSecret(signatures: Signatures, others: (key: AccessKey) => string[]): void {
  wrap(signatures, 'fault', (fault) => (parameters, key, call) => {
    const secrets = [key.keySecret, ...others(key)]
    const faults = secrets.map((keySecret) => fault(parameters, { ...key, keySecret }, call))
    return faults.includes(undefined) ? undefined : faults[0]
  })
}
