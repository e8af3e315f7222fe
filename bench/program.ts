import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/reference-server.js', import.meta.url))

export interface Launched {
  child: ChildProcessByStdio<null, Readable, null>
  /** Returns everything printed on stdout so far. */
  printed(): string
  /** Resolves with the exit code, or null if a signal ended it, once all output has been received. */
  ended: Promise<number | null>
}

/** Runs `reference-server` with these arguments, like an operator. */
export function launch(...args: string[]): Launched {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  let out = ''
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, printed: () => out, ended }
}

/** Starts the server and waits for its ready line. Throws if it ends before that. */
export async function launchServer(...args: string[]): Promise<Launched & { url: string; control: string }> {
  const launched = launch('start', '--port', '0', '--fast-hash', ...args)
  const ended = launched.ended.then((code) => Promise.reject(new Error(`the server ended with ${code}`)))
  ended.catch(() => {})
  while (!launched.printed().includes('\n')) {
    await Promise.race([once(launched.child.stdout, 'data'), ended])
  }
  const { url, control } = JSON.parse(launched.printed()) as { url: string; control: string }
  return { ...launched, url, control }
}
