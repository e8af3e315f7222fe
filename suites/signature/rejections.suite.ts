import { expect } from '../../harness/engine/expect.ts'
import { signature } from '../../harness/client/credentials.ts'
import type { Random } from '../../harness/engine/run.ts'
import { families, type Family } from '../../harness/client/families.ts'
import { between } from '../../harness/client/steps.ts'
import { injection, patternsOf } from '../wrong-values/loose-comparisons.ts'
import { extended } from '../wrong-values/near-misses.ts'
import { isSameText } from '../wrong-values/legal-equals.ts'
import { requirement } from '../requirement.ts'
import { signatureLabels, uncheckedLabels, type Label } from './labels.ts'
import { append, beside, cut, flip, refused, without } from './signed.ts'

refused('signature.wrong-secret', 'made up', 'the key secret', { keySecret: 'no-key-has-this-secret' })
refused('signature.wrong-secret', 'made up, under the label none', 'the key secret and the label', {
  keySecret: 'no-key-has-this-secret',
  algorithm: 'none',
})
refused('signature.wrong-secret', 'empty', 'the key secret', { keySecret: '' })

for (const family of families) {
  requirement(
    'signature.wrong-secret',
    `the key ID and the word secret in its place on ${family}`,
    { needs: ['accessKey'], changed: 'the key secret' },
    async ({ api, accessKey }) => {
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => {
          const others = [accessKey.keyId, 'secret'].filter((one) => one !== accessKey.keySecret)
          for (const keySecret of others)
            expect(await api.list(family, signature(accessKey, { keySecret }))).toBeRejected()
        },
      )
    },
  )

  requirement(
    'signature.wrong-secret',
    `the right one in other spellings on ${family}`,
    { needs: ['accessKey'], changed: 'the key secret' },
    async ({ api, accessKey }) => {
      const { keySecret } = accessKey
      const spelled = [keySecret.toUpperCase(), keySecret.toLowerCase(), keySecret.replaceAll('-', '')]
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => {
          for (const other of spelled.filter((one) => one !== keySecret))
            expect(await api.list(family, signature(accessKey, { keySecret: other }))).toBeRejected()
        },
      )
    },
  )

  requirement(
    'signature.wrong-key-id',
    `unknown on ${family}`,
    { needs: ['accessKey'], changed: 'the key ID' },
    async ({ api, accessKey, run }) => {
      const { keyId: known, username } = accessKey
      // Not every user name can stand in a header, and it may be the key ID itself.
      const named = /^[\w.@-]+$/.test(username) && !isSameText(username, known) ? [username] : []
      const keyIds = [
        unknownLike(known, run.random),
        '',
        known.slice(0, -1),
        known.slice(0, known.length / 2),
        extended(known, run.random),
        ...patternsOf(known),
        injection,
      ].filter((keyId) => !isSameText(keyId, known))
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => {
          for (const keyId of keyIds)
            expect(await api.list(family, signature(accessKey, { keyId }))).toBeRejected()
          for (const keyId of named)
            expect(await api.list(family, signature(accessKey, { keyId }))).toBeRejected('the user name')
        },
      )
    },
  )

  requirement(
    'signature.other-keys-signature',
    `on ${family}`,
    { needs: ['accessKey', 'accessKey2'], changed: 'the key that signs' },
    async ({ api, accessKey, accessKey2 }) => {
      await api.listed(family, signature(accessKey2))
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => {
          const { keySecret } = accessKey2
          expect(await api.list(family, signature(accessKey, { keySecret }))).toBeRejected()
        },
      )
      await api.listed(family, signature(accessKey2))
    },
  )

  requirement(
    'signature.other-request',
    `the signature of the request before on ${family}`,
    { needs: ['accessKey'], changed: 'the signature is that of another time' },
    async ({ api, accessKey, run }) => {
      const earlier = await run.signatureDates.apart()
      let old = ''
      await api.listed(family, signature(accessKey, { date: earlier, alter: (right) => (old = right) }))
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => expect(await api.list(family, signature(accessKey, { alter: () => old }))).toBeRejected(),
      )
    },
  )
}

requirement(
  'signature.other-request',
  'the signature of the other list',
  { needs: ['accessKey'], changed: 'the signature is that of another path' },
  async ({ api, accessKey }) => {
    const [one, other] = api.bothLists()
    const across = async (from: Family, to: Family) => {
      const signed = { target: api.listTarget(from) }
      await api.listed(from, signature(accessKey))
      await between(
        () => api.listed(to, signature(accessKey)),
        async () => expect(await api.list(to, signature(accessKey, { signed }))).toBeRejected(),
      )
    }
    await across(one, other)
    await across(other, one)
  },
)

refused('signature.wrong-signature', 'one byte changed', 'the signature', {
  alter: (right) => flip(right, 0),
})
refused('signature.wrong-signature', 'the last byte changed', 'the signature', {
  alter: (right) => flip(right, 31),
})
refused('signature.wrong-signature', 'bytes behind it', 'the signature', {
  alter: (right) => append(right, 'extended'),
})
refused('signature.wrong-signature', 'its letters in lower case', 'the signature', {
  alter: (right) => (right === right.toLowerCase() ? flip(right, 0) : right.toLowerCase()),
})
refused('signature.wrong-signature', 'all zero', 'the signature', {
  alter: () => Buffer.alloc(32).toString('base64'),
})
underLabels('signature.wrong-signature', 'one byte changed', (right) => flip(right, 0), signatureLabels)
underLabels('signature.empty', 'no text', () => '', uncheckedLabels)
refused('signature.empty', 'no text', 'the signature', { alter: () => '' })
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
refused('signature.cut', 'half of it', 'the signature', { alter: (right) => cut(right, 16) })
refused('signature.cut', 'all but the last byte', 'the signature', { alter: (right) => cut(right, 31) })
refused('signature.cut', 'the first byte', 'the signature', { alter: (right) => cut(right, 1) })

/** The same wrong signature under each label in turn, between two valid requests. */
function underLabels(
  id: 'signature.wrong-signature' | 'signature.empty',
  title: string,
  alter: (right: string) => string,
  labels: readonly Label[],
): void {
  for (const family of families) {
    const options = { changed: 'the signature and its label' }
    requirement(
      id,
      `${title} under other labels on ${family}`,
      { ...options, needs: ['accessKey'] },
      async ({ api, accessKey }) => {
        await between(
          () => api.listed(family, signature(accessKey)),
          async () => {
            for (const algorithm of labels) {
              const sent = algorithm === null ? 'no label' : `the label "${algorithm}"`
              expect(await api.list(family, signature(accessKey, { algorithm, alter }))).toBeRejected(sent)
            }
          },
        )
      },
    )
  }
}

/** A key ID of the same form that no key has: its digits and letters moved on. */
function unknownLike(keyId: string, random: Random): string {
  const moved = keyId.replaceAll(/[0-9a-f]/gi, () => random.below(16).toString(16))
  return isSameText(moved, keyId) ? extended(keyId, random) : moved
}
