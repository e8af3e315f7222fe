import { expect } from '../harness/cases/expect.ts'
import {
  shownList,
  shownListWithHost,
  signature,
  type SignatureOptions,
} from '../harness/client/credentials.ts'
import { families, type Family } from '../harness/client/families.ts'
import { between } from '../harness/client/steps.ts'
import type { Header } from '../harness/wire/exchange.ts'
import { requirement } from './requirement.ts'
import { append, cut, flip, refused } from './signed.ts'

refused('signature.wrong-secret', 'made up', 'the key secret', { keySecret: 'no-key-has-this-secret' })
refused('signature.wrong-secret', 'empty', 'the key secret', { keySecret: '' })

for (const family of families) {
  requirement(
    'signature.wrong-secret',
    `the key ID as secret on ${family}`,
    { changed: 'the key secret' },
    async ({ api, accessKey }) => {
      await between(
        () => api.listed(family, signature(accessKey)),
        async () =>
          expect(await api.list(family, signature(accessKey, { keySecret: accessKey.keyId }))).toBeRefused(),
      )
    },
  )

  requirement(
    'signature.wrong-key-id',
    `unknown on ${family}`,
    { changed: 'the key ID' },
    async ({ api, accessKey, run }) => {
      const keyIds = [
        unknownLike(accessKey.keyId, run.random.below),
        '',
        accessKey.keyId.slice(0, -1),
        accessKey.username,
      ]
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => {
          for (const keyId of keyIds)
            expect(await api.list(family, signature(accessKey, { keyId }))).toBeRefused()
        },
      )
    },
  )

  requirement(
    'signature.other-keys-signature',
    `on ${family}`,
    { changed: 'the key that signs' },
    async ({ api, accessKey, accessKey2 }) => {
      await api.listed(family, signature(accessKey2))
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => {
          const { keySecret } = accessKey2
          expect(await api.list(family, signature(accessKey, { keySecret }))).toBeRefused()
        },
      )
      await api.listed(family, signature(accessKey2))
    },
  )

  requirement(
    'signature.other-request',
    `the signature of the request before on ${family}`,
    { changed: 'the signature is that of another time' },
    async ({ api, accessKey, run }) => {
      const earlier = await run.signatureDates.apart()
      let old = ''
      await api.listed(family, signature(accessKey, { date: earlier, alter: (right) => (old = right) }))
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => expect(await api.list(family, signature(accessKey, { alter: () => old }))).toBeRefused(),
      )
    },
  )
}

requirement(
  'signature.other-request',
  'the signature of the other list',
  { changed: 'the signature is that of another path' },
  async ({ api, accessKey }) => {
    const [one, other] = api.bothLists()
    const across = async (from: Family, to: Family) => {
      const signed = { target: api.listTarget(from) }
      await api.listed(from, signature(accessKey))
      await between(
        () => api.listed(to, signature(accessKey)),
        async () => expect(await api.list(to, signature(accessKey, { signed }))).toBeRefused(),
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
refused('signature.wrong-signature', 'all zero', 'the signature', {
  alter: () => Buffer.alloc(32).toString('base64'),
})
refused('signature.empty', 'no text', 'the signature', { alter: () => '' })
refused('signature.cut', 'half of it', 'the signature', { alter: (right) => cut(right, 16) })
refused('signature.cut', 'all but the last byte', 'the signature', { alter: (right) => cut(right, 31) })
refused('signature.cut', 'the first byte', 'the signature', { alter: (right) => cut(right, 1) })

refused('signature.method-bound', 'signed for POST', 'the method that is signed', {
  signed: { method: 'post' },
})
refused('signature.method-bound', 'signed for HEAD', 'the method that is signed', {
  signed: { method: 'head' },
})
refused('signature.accept-bound', 'another type signed', 'the Accept that is signed', {
  signed: { accept: 'text/html' },
})
refused('signature.accept-bound', 'an empty one signed', 'the Accept that is signed', {
  signed: { accept: '' },
})
refused(
  'signature.host-bound',
  'another host signed',
  'the Host that is signed',
  { signed: { host: 'other.example' } },
  { list: shownListWithHost },
)

for (const family of families) {
  requirement(
    'signature.path-bound',
    `on ${family}`,
    { changed: 'the path that is signed' },
    async ({ api, accessKey }) => {
      const path = api.listTarget(family)
      const targets = ['/', `${path}x`, path.slice(0, -1), path.replace('/v1/', '/v2/')]
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => {
          for (const target of targets) {
            expect(await api.list(family, signature(accessKey, { signed: { target } }))).toBeRefused()
          }
        },
      )
    },
  )

  requirement(
    'signature.date-bound',
    `a second later on ${family}`,
    { changed: 'the Date that is signed' },
    async ({ api, accessKey, run }) => {
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => {
          const signed = { date: await run.signatureDates.apart() }
          expect(await api.list(family, signature(accessKey, { signed }))).toBeRefused()
        },
      )
    },
  )
}

const further: Header[] = [['X-Request-Id', 'conformance-1']]
const withFurther: SignatureOptions = { list: [...shownList, 'x-request-id'], fields: further }
refused(
  'signature.header-bound',
  'X-Request-Id',
  'the value that is signed',
  { signed: { 'x-request-id': 'another' } },
  withFurther,
)
refused(
  'signature.missing-header',
  'X-Request-Id is not sent',
  'a listed header is left out',
  { unsent: ['x-request-id'] },
  withFurther,
)
refused('signature.missing-header', 'Date is not sent', 'a listed header is left out', { unsent: ['date'] })
refused(
  'signature.missing-header',
  'signed as empty',
  'a listed header is left out',
  { unsent: ['x-request-id'], signed: { 'x-request-id': '' } },
  withFurther,
)

/** A key ID of the same form that no key has: its digits and letters moved on. */
function unknownLike(keyId: string, below: (limit: number) => number): string {
  const moved = keyId.replaceAll(/[0-9a-f]/gi, () => below(16).toString(16))
  return moved.toLowerCase() === keyId.toLowerCase() ? `${keyId}0` : moved
}
