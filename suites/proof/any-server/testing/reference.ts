import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { shellQuote } from '../../../../harness/subject/process/shell-quote.ts'
import { startProcess } from '../../../../harness/subject/process/process.ts'
import { program } from './conformance.ts'

/** Starts the reference server on a free port, as a separate program that stops with the test. */
export async function startReference(...args: string[]): Promise<{ url: string; control: string }> {
  const words = [
    process.execPath,
    program('reference-server'),
    'start',
    '--port',
    '0',
    '--control-port',
    '0',
    '--debug',
    '--fast-hash',
    ...args,
  ]
  const server = await startProcess({
    command: words.map((word) => shellQuote(word)).join(' '),
    cwd: process.cwd(),
    env: process.env,
    timeoutMs: 20_000,
  })
  onTestFinished(() => server.stop())
  return { url: server.url!, control: server.control! }
}

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
