import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Bundled extends Record<string, unknown> {
  accounts: Record<'plain' | 'plain2', { username: string; password: string }> &
    Record<'mfa' | 'mfa2', { username: string; password: string; otpSecret: string }>
  privateTokens: Record<'plain' | 'mfa', { username: string; token: string }>
  accessKeys: { keyId: string; keySecret: string; username: string }[]
  session: { login: { url: string; csrfField: string; csrfCookie: string } }
}

const file = new URL('../../../../fixtures/default.conformance.yaml', import.meta.url)

/**
 * Returns what an operator would declare for a reference server that runs elsewhere: no `start`, no operator's commands,
 * default limits.
 */
export function declared(server: { url: string; control?: string }): Bundled & { baseUrl: string } {
  const bundled = parse(readFileSync(file, 'utf8')) as Bundled & {
    start: unknown
    limits: unknown
    observe: unknown
  }
  const { start: _, limits: __, observe: ___, privateTokens, ...rest } = bundled
  const { plain, mfa } = privateTokens
  return {
    ...rest,
    baseUrl: server.url,
    privateTokens: { plain, mfa },
    clock: server.control === undefined ? { kind: 'none' } : { kind: 'control', url: server.control },
  }
}
