import { expect } from '../harness/cases/expect.ts'
import { signature, type SignatureOptions } from '../harness/client/credentials.ts'
import { families } from '../harness/client/families.ts'
import { between } from '../harness/client/steps.ts'
import { requirement } from './requirement.ts'

type Id = Parameters<typeof requirement>[0]

/** A request signed rightly in one way opens the list. */
export function accepted(id: Id, title: string, options: SignatureOptions): void {
  for (const family of families) {
    requirement(id, `${title} on ${family}`, async ({ api, accessKey }) => {
      expect(await api.list(family, signature(accessKey, options))).toListUsers()
    })
  }
}

/** The same bytes with something else signed are refused, between two requests that agree with their signature. */
export function refused(
  id: Id,
  title: string,
  changed: string,
  options: SignatureOptions,
  right: SignatureOptions = {},
): void {
  for (const family of families) {
    requirement(id, `${title} on ${family}`, { changed }, async ({ api, accessKey }) => {
      await between(
        () => api.listed(family, signature(accessKey, right)),
        async () =>
          expect(await api.list(family, signature(accessKey, { ...right, ...options }))).toBeRefused(),
      )
    })
  }
}

/** A signature with one byte turned round, cut to some bytes, or with more behind it: other bytes, not another spelling. */
export function flip(signature: string, at: number): string {
  const bytes = Buffer.from(signature, 'base64')
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  return bytes.toString('base64')
}

export const cut = (text: string, bytes: number): string =>
  Buffer.from(text, 'base64').subarray(0, bytes).toString('base64')

export const append = (text: string, more: string): string =>
  Buffer.concat([Buffer.from(text, 'base64'), Buffer.from(more)]).toString('base64')
