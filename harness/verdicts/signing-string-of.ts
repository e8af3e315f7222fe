import { signingString } from '../client/credentials/http-signature.ts'

/**
 * The string that a server builds from a signed request to check its signature: one line for each header that the
 * Authorization header lists (draft-cavage-http-signatures, section 2.3). Undefined if the request is not signed, or lists a
 * header that it doesn't have.
 */
export function signingStringOf(request: {
  method: string
  url: string
  headers: readonly (readonly [string, string])[]
}): string | undefined {
  const { method, url, headers } = request
  const credentials = headers.filter(([name]) => name.toLowerCase() === 'authorization')
  const [, value = ''] = credentials.length === 1 ? (credentials[0] ?? []) : []
  if (!/^signature\s/i.test(value)) return undefined
  // By default, a signature covers the Date header alone.
  const list = (/[\s,]headers="([^"]*)"/.exec(value)?.[1] ?? 'date').split(' ').filter((name) => name !== '')
  const target = url.replace(/^[a-z]+:\/\/[^/]*/, '')
  try {
    return signingString(list, { method, target, fields: headers })
  } catch {
    return undefined
  }
}
