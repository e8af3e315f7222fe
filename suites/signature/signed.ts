import { expect, notListed } from '../../harness/engine/expect.ts'
import type { Tools } from '../../harness/engine/tools.ts'
import { signature, type Credential, type SignatureOptions } from '../../harness/client/credentials.ts'
import { families, type Family } from '../../harness/client/families.ts'
import type { ListOptions } from '../../harness/client/api-options.ts'
import { NotSupported } from '../../harness/verdicts/outcomes.ts'
import { requirement } from '../requirement.ts'

type Id = Parameters<typeof requirement>[0]

/**
 * A request signed rightly in one way opens the list. With `plain`, the same without what is special about it opens the
 * list too, or nothing is judged: the way alone can be at fault then.
 */
export function accepted(id: Id, title: string, options: SignatureOptions, plain?: SignatureOptions): void {
  for (const family of families) {
    requirement(id, `${title} on ${family}`, { needs: ['accessKey'] }, async ({ api, accessKey }) => {
      const base = signature(accessKey)
      if (plain && !(await isTaken(api, family, signature(accessKey, plain), base))) throw listNotTaken()
      expect(await api.list(family, signature(accessKey, options))).toListUsers()
    })
  }
}

/** The same bytes with something else signed are rejected, between two requests that agree with their signature. */
export function refused(
  id: Id,
  title: string,
  changed: string,
  options: SignatureOptions,
  right: SignatureOptions = {},
  asked: ListOptions = {},
): void {
  for (const family of families) {
    requirement(
      id,
      `${title} on ${family}`,
      { needs: ['accessKey'], changed },
      async ({ api, accessKey }) => {
        const wrong = signature(accessKey, { ...right, ...options })
        await beside(api, family, signature(accessKey, right), wrong, signature(accessKey), asked)
      },
    )
  }
}

/**
 * Expects `wrong` to be rejected between two acceptances of `right`. If the subject rejects `right` too but takes
 * `base`, it need not take what the two have in common: then only a grant of `wrong` is judged.
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

/** @throws SetupFailed where not even `base` opens the list */
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

/** The same request with a parameter of its Authorization header left out. */
export function without(parameter: string, credential: Credential): Credential {
  const left = new RegExp(`,?${parameter}="[^"]*"`)
  return {
    ...credential,
    fields: (context) =>
      credential
        .fields(context)
        .map(([name, value]) => (name === 'Authorization' ? [name, value.replace(left, '')] : [name, value])),
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
