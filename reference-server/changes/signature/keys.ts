import { createHash } from 'node:crypto'
import { type Apply, type Defect, type Lists, wrapping, wrappingOn } from '../change.ts'
import { orAnotherSecret } from '../shared/also-valid-for.ts'
import { breaking, must } from '../shared/breach.ts'
import { injectedSql } from '../shared/injected-sql.ts'

const wrongSecret = breaking(must('signature.wrong-secret'))
const wrongKeyId = breaking(must('signature.wrong-key-id'))
const unknownKey = breaking(must('anonymous.unknown-key'))

/** Secrets that are looked up incorrectly. */
export const signatureKeyDefects: Record<string, Defect> = {
  'signature-with-empty-secret-on-older-list': wrongSecret(
    'The older list accepts signatures made with an empty secret.',
    orAnotherSecret('users-v1', () => ['']),
  ),
  'signature-with-key-id-as-secret-on-newer-list': wrongSecret(
    'The newer list accepts signatures made with the key ID instead of the secret.',
    orAnotherSecret('v1', (key) => [key.keyId]),
  ),
  'signature-with-default-secret-on-older-list': wrongSecret(
    'The older list accepts signatures made with the default secret of the configuration.',
    orAnotherSecret('users-v1', () => ['secret']),
  ),
  'signature-key-id-pasted-into-query-on-newer-list': wrongKeyId(
    'The newer list pastes the key ID into its database query: an SQL condition matches the first key.',
    wrappingOn('v1', 'accessKeys.find', (find, { accessKeys }) => (keyId, call) => {
      return injectedSql(keyId) ? accessKeys.all()[0] : find(keyId, call)
    }),
  ),
  'signature-of-any-key': breaking(must('signature.other-keys-signature'))(
    'A signature made with any known key is accepted for the key ID named.',
    orAnotherSecret('both', (_key, { accessKeys }) => accessKeys.all().map((key) => key.keySecret)),
  ),
  'signature-of-first-key-good-for-all': breaking(must('signature.other-keys-signature'))(
    'The first key also signs for all others: its signatures are accepted under every known key ID.',
    orAnotherSecret('both', (_key, { accessKeys }) =>
      accessKeys
        .all()
        .slice(0, 1)
        .map((first) => first.keySecret),
    ),
  ),
  'signature-key-found-by-prefix': wrongKeyId(
    'A key ID matches the first key whose ID begins with it.',
    wrapping('accessKeys.find', (find, { accessKeys }) => (keyId, call) => {
      const all = keyId === '' ? [] : accessKeys.all()
      return find(keyId, call) ?? all.find((key) => key.keyId.startsWith(keyId))
    }),
  ),
  'signature-key-id-ignored-on-older-list': wrongKeyId(
    'The older list uses the first key if the key ID is unknown.',
    wrappingOn('users-v1', 'accessKeys.find', (find, { accessKeys }) => (keyId, call) => {
      return find(keyId, call) ?? (keyId === '' ? undefined : accessKeys.all()[0])
    }),
  ),
  'signature-without-key-id-on-newer-list': wrongKeyId(
    'The newer list uses the first key if no key ID is named.',
    wrappingOn('v1', 'signatures.read', (read, { accessKeys }) => (text, call) => {
      const keyId = accessKeys.all()[0]?.keyId ?? ''
      return read(text, call) ?? (/keyid=/i.test(text) ? undefined : read(`keyId="${keyId}",${text}`, call))
    }),
  ),
  'signature-key-found-by-user-on-newer-list': wrongKeyId(
    'The newer list accepts a username instead of the key ID.',
    wrappingOn('v1', 'accessKeys.find', (find, { accessKeys }) => (keyId, call) => {
      const all = keyId === '' ? [] : accessKeys.all()
      return find(keyId, call) ?? all.find((key) => key.username === keyId)
    }),
  ),
  'signature-key-id-as-pattern-on-older-list': wrongKeyId(
    'The older list looks up key IDs with LIKE, so "%" matches the first.',
    wrappingOn('users-v1', 'accessKeys.find', (find, { accessKeys }) => (keyId, call) => {
      return keyId === '%' ? accessKeys.all()[0] : find(keyId, call)
    }),
  ),
  'signature-secret-in-upper-case-on-newer-list': wrongSecret(
    'The newer list also accepts signatures made with the key secret in upper case.',
    orAnotherSecret('v1', ({ keySecret }) => [keySecret.toUpperCase()]),
  ),
  'signature-with-hash-of-secret-on-older-list': wrongSecret(
    'Secrets are kept as SHA-256 hashes, and the older list accepts signatures made with the hash.',
    orAnotherSecret('users-v1', ({ keySecret }) => [createHash('sha256').update(keySecret).digest('hex')]),
  ),
  'unknown-key-has-empty-secret': unknownKey(
    'The secret of an unknown key is the empty string.',
    knowEveryKey('both', () => ''),
  ),
  'unknown-key-has-secret-undefined-on-older-list': unknownKey(
    'On the older list the secret of an unknown key is the word "undefined".',
    knowEveryKey('users-v1', () => 'undefined'),
  ),
  'unknown-key-is-its-own-secret-on-newer-list': unknownKey(
    'On the newer list an unknown key ID is its own secret.',
    knowEveryKey('v1', (keyId) => keyId),
  ),
  'unknown-key-is-built-in-name-on-newer-list': unknownKey(
    'The newer list looks keys up in an object of JavaScript, whose own members have the secret "undefined".',
    knowEveryKey('v1', (keyId) => (keyId in {} ? 'undefined' : undefined)),
  ),
}

/** Treats an unknown key for which there is a secret as one of the first user. */
function knowEveryKey(lists: Lists, secretOf: (keyId: string) => string | undefined): Apply {
  return wrappingOn(lists, 'accessKeys.find', (find, { accounts }) => (keyId, call) => {
    const keySecret = keyId === '' ? undefined : secretOf(keyId)
    const username = accounts.all()[0]?.username ?? ''
    return find(keyId, call) ?? (keySecret === undefined ? undefined : { keyId, keySecret, username })
  })
}
