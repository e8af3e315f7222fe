import { notListed } from '../../harness/client/grants.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import {
  signature,
  type Credential,
  type SignatureOptions,
} from '../../harness/client/credentials/credentials.ts'
import { families, type Family } from '../../harness/facts/families.ts'
import type { ListOptions } from '../../harness/client/api-options.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'
import { demandTaken } from '../case/demand-taken.ts'

type Id = Parameters<typeof requirement>[0]

/**
 * Defines a case on each family: a request signed correctly in one way opens the list. With `plain`, the case judges only
 * if the list also opens without the special part, so that just this way can be at fault.
 */
export function accepted(id: Id, title: string, options: SignatureOptions, plain?: SignatureOptions): void {
  for (const family of families) {
    requirement(id, `${title} on ${family}`, { needs: ['accessKey'] }, async ({ api, accessKey }) => {
      const base = signature(accessKey)
      if (plain && !(await isTaken(api, family, signature(accessKey, plain), base))) throw listNotTaken()
      const answer = await api.list(family, signature(accessKey, options))
      // A gateway may reject such headers, or repeated ones, from everybody.
      if (options.fields && notListed(answer) instanceof Error)
        await demandTaken(api, family, 'these headers', { headers: options.fields })
      expect(answer).toListUsers()
    })
  }
}

/** An invalid request: how it is signed, how the correct one is signed if not like any other, and how both are sent. */
type Invalid = readonly [
  title: string,
  options: SignatureOptions,
  right?: SignatureOptions | undefined,
  asked?: ListOptions,
]

/**
 * Defines a case on each family for each invalid request: the server rejects the same bytes with something else signed, but
 * accepts the correctly signed request before and after.
 */
export function rejected(id: Id, changed: string, ...all: readonly Invalid[]): void {
  for (const [title, options, right = {}, asked] of all) {
    for (const family of families) {
      const about = { needs: ['accessKey'], changed } as const
      requirement(id, `${title} on ${family}`, about, async ({ api, accessKey }) => {
        const wrong = signature(accessKey, { ...right, ...options })
        await beside(api, family, signature(accessKey, right), wrong, signature(accessKey), asked)
      })
    }
  }
}

/**
 * Expects `wrong` to be rejected, and `right` to be accepted before and after it. If the subject accepts `base` but
 * rejects `right` too, it need not support what the two have in common: then only a grant for `wrong` is judged.
 */
export async function beside(
  api: Tools['api'],
  family: Family,
  right: Credential,
  wrong: Credential,
  base: Credential,
  asked: ListOptions = {},
): Promise<void> {
  const taken = await isTaken(api, family, right, base, asked)
  expect(await api.list(family, wrong, asked)).toBeRejected()
  if (!taken) throw listNotTaken()
  await api.listed(family, right, asked)
}

/** @throws SetupFailed if not even `base` opens the list */
async function isTaken(
  api: Tools['api'],
  family: Family,
  right: Credential,
  base: Credential,
  asked: ListOptions = {},
): Promise<boolean> {
  const answer = await api.list(family, right, { ...asked, role: 'twin' })
  if (!(notListed(answer) instanceof Error)) return true
  await api.listed(family, base)
  return false
}

const listNotTaken = () =>
  new NotSupported('the subject takes a signed request, but not one with these headers signed rightly')

/** Returns the same request without one parameter of its Authorization header. */
export function without(parameter: string, credential: Credential): Credential {
  const left = new RegExp(`,?${parameter}="[^"]*"`)
  return {
    ...credential,
    fields: (context) =>
      credential
        .fields(context)
        .map(([name, value]) =>
          name === 'Authorization'
            ? [name, value.replace(left, '').replace('Signature ,', 'Signature ')]
            : [name, value],
        ),
  }
}

/** Changes the bytes of a signature, not just their spelling: inverts one byte, cuts it, or appends more. */
export function flip(signature: string, at: number): string {
  const bytes = Buffer.from(signature, 'base64')
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  return bytes.toString('base64')
}

export const cut = (text: string, bytes: number): string =>
  Buffer.from(text, 'base64').subarray(0, bytes).toString('base64')

export const append = (text: string, more: string): string =>
  Buffer.concat([Buffer.from(text, 'base64'), Buffer.from(more)]).toString('base64')
