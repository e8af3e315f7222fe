// Signatures with a wrong secret, key ID or text.

import { expect } from '../../harness/engine/case/expect.ts'
import { shownList, signature, type AccessKey } from '../../harness/client/credentials/credentials.ts'
import type { Random } from '../../harness/run/run.ts'
import { families, type Family } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { injection } from '../wrong-values/injection.ts'
import { hashesOf, patternsOf } from '../wrong-values/loose-comparisons.ts'
import { extended } from '../wrong-values/near-misses.ts'
import { isSameKeySecret, isSameText } from '../wrong-values/legal-equals.ts'
import { rejectedList } from '../case/pair.ts'
import { requirement } from '../case/requirement.ts'
import { signatureLabels, uncheckedLabels, type Label } from './labels.ts'
import { append, beside, cut, flip, rejected, without } from './signed.ts'

const keySecret = 'no-key-has-this-secret'
rejected('signature.wrong-secret', 'the key secret', ['made up', { keySecret }])
rejected('signature.wrong-secret', 'the key secret and the label', [
  'made up, under the label none',
  { keySecret, algorithm: 'none' },
])
rejected('signature.wrong-secret', 'the key secret', ['empty', { keySecret: '' }])

rejectedList(
  'signature.wrong-secret',
  (family) => `the key ID and the word secret in its place on ${family}`,
  { needs: ['accessKey'], changed: 'the key secret' },
  ({ accessKey }) => ({
    valid: signature(accessKey),
    invalid: signedWith(accessKey, [
      ['the key ID as secret', accessKey.keyId],
      ['the word secret', 'secret'],
    ]),
  }),
)

rejectedList(
  'signature.wrong-secret',
  (family) => `the valid one in other spellings on ${family}`,
  { needs: ['accessKey'], changed: 'the key secret' },
  ({ accessKey }) => {
    const { keySecret } = accessKey
    return {
      valid: signature(accessKey),
      invalid: signedWith(accessKey, [
        ['in capitals', keySecret.toUpperCase()],
        ['in lower case', keySecret.toLowerCase()],
        ['without hyphens', keySecret.replaceAll('-', '')],
        ...hashesOf(keySecret).map(([name, hash]) => [`its ${name} hash`, hash] as const),
      ]),
    }
  },
)

rejectedList(
  'signature.wrong-key-id',
  (family) => `unknown on ${family}`,
  { needs: ['accessKey'], changed: 'the key ID' },
  ({ accessKey, run }) => {
    const { keyId: known, username } = accessKey
    const keyIds = [
      ['one of the same form', unknownLike(known, run.random)],
      ['no text', ''],
      ['without its last character', known.slice(0, -1)],
      ['its first half', known.slice(0, known.length / 2)],
      ['with more behind it', extended(known, run.random)],
      ...patternsOf(known).map((pattern) => [`the pattern ${pattern}`, pattern] as const),
      ['a condition of SQL', injection],
      // Some usernames aren't allowed in a header.
      ...(/^[\w.@-]+$/.test(username) ? [['the username', username] as const] : []),
    ] as const
    return {
      valid: signature(accessKey),
      invalid: [
        ...keyIds
          .filter(([, keyId]) => !isSameText(keyId, known))
          .map(([what, keyId]) => [what, signature(accessKey, { keyId })] as const),
        ['no key ID', without('keyId', signature(accessKey))],
      ],
    }
  },
)

for (const family of families) {
  // Both ways: a server may check only one of the keys, or let one of them sign for all.
  for (const [signing, named] of [
    ['second', 'first'],
    ['first', 'second'],
  ] as const) {
    requirement(
      'signature.other-keys-signature',
      `of the ${signing} key under the ID of the ${named} on ${family}`,
      { needs: ['accessKey', 'accessKey2'], changed: 'the key that signs' },
      async ({ api, accessKey, accessKey2 }) => {
        const [signer, key] = signing === 'first' ? [accessKey, accessKey2] : [accessKey2, accessKey]
        const { keySecret } = signer
        if (isSameKeySecret(keySecret, key.keySecret))
          throw new NotSupported('both access keys have the same secret')
        await api.listed(family, signature(signer))
        await api.betweenLists(family, signature(key), {}, async () =>
          expect(await api.list(family, signature(key, { keySecret }))).toBeRejected(),
        )
      },
    )
  }
}

rejectedList(
  'signature.other-request',
  (family) => `the signature of the request before on ${family}`,
  { needs: ['accessKey'], changed: 'the signature is that of another time' },
  async ({ api, accessKey, run }, family) => {
    const earlier = await run.signatureDates.apart()
    let old = ''
    await api.listed(family, signature(accessKey, { date: earlier, alter: (right) => (old = right) }))
    return {
      valid: signature(accessKey),
      invalid: [['the signature of the request before', signature(accessKey, { alter: () => old })]],
    }
  },
)

// The draft's default for a missing list.
rejected('signature.other-request', 'what is signed', [
  'a signature over the date alone',
  { list: ['date'], listed: shownList },
])

requirement(
  'signature.other-request',
  'the signature of the other list',
  { needs: ['accessKey'], changed: 'the signature is that of another path' },
  async ({ api, accessKey }) => {
    const [one, other] = api.bothLists()
    const across = async (from: Family, to: Family) => {
      const signed = { target: api.listTarget(from) }
      await api.listed(from, signature(accessKey))
      await api.betweenLists(to, signature(accessKey), {}, async () =>
        expect(await api.list(to, signature(accessKey, { signed }))).toBeRejected(),
      )
    }
    await across(one, other)
    await across(other, one)
  },
)

rejected(
  'signature.wrong-signature',
  'the signature',
  ['one byte changed', { alter: (right) => flip(right, 0) }],
  ['the last byte changed', { alter: (right) => flip(right, 31) }],
  ['bytes behind it', { alter: (right) => append(right, 'extended') }],
  ['so many bytes behind it that a check may fail', { alter: (right) => append(right, 'x'.repeat(800)) }],
  [
    'its letters in lower case',
    { alter: (right) => (right === right.toLowerCase() ? flip(right, 0) : right.toLowerCase()) },
  ],
  ['all zero', { alter: () => Buffer.alloc(32).toString('base64') }],
  // A verifier that can't decode it may take its own error for success.
  ['no base64', { alter: () => '%%%' }],
)
underLabels('signature.wrong-signature', 'one byte changed', (right) => flip(right, 0), signatureLabels)
underLabels('signature.empty', 'no text', () => '', uncheckedLabels)
rejected('signature.empty', 'the signature', ['no text', { alter: () => '' }])
for (const family of families) {
  requirement(
    'signature.empty',
    `none on ${family}`,
    { needs: ['accessKey'], changed: 'the signature is left out' },
    async ({ api, accessKey }) => {
      const right = signature(accessKey)
      await beside(api, family, right, without('signature', right), right)
    },
  )
}
rejected(
  'signature.cut',
  'the signature',
  ['half of it', { alter: (right) => cut(right, 16) }],
  ['all but the last byte', { alter: (right) => cut(right, 31) }],
  ['the first byte', { alter: (right) => cut(right, 1) }],
)

/** Sends the same wrong signature with each label in turn, between two valid requests. */
function underLabels(
  id: 'signature.wrong-signature' | 'signature.empty',
  title: string,
  alter: (right: string) => string,
  labels: readonly Label[],
): void {
  rejectedList(
    id,
    (family) => `${title} under other labels on ${family}`,
    { needs: ['accessKey'], changed: 'the signature and its label' },
    ({ accessKey }) => ({
      valid: signature(accessKey),
      invalid: labels.map((algorithm) => [
        algorithm === null ? 'no label' : `the label "${algorithm}"`,
        signature(accessKey, { algorithm, alter }),
      ]),
    }),
  )
}

const signedWith = (key: AccessKey, secrets: readonly (readonly [what: string, keySecret: string])[]) =>
  secrets
    .filter(([, keySecret]) => keySecret !== key.keySecret)
    .map(([what, keySecret]) => [what, signature(key, { keySecret })] as const)

/** Returns a key ID of the same form that no key has; its hexadecimal digits are redrawn. */
function unknownLike(keyId: string, random: Random): string {
  const moved = keyId.replaceAll(/[0-9a-f]/gi, () => random.below(16).toString(16))
  return isSameText(moved, keyId) ? extended(keyId, random) : moved
}
