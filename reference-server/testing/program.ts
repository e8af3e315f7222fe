import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const program = fileURLToPath(new URL('../../bin/reference-server.js', import.meta.url))

/** For tests: starts the built program; `ended` resolves with its exit code and what it printed. */
export function launch(args: readonly string[], env = process.env) {
  const child = spawn(process.execPath, [program, ...args], { env })
  const printed = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.err += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...printed }))
  return { child, printed, ended }
}

/** Runs a command until it ends. */
export async function run(args: readonly string[], stdin: string | Buffer = '') {
  const { child, ended } = launch(args)
  child.stdin.end(stdin)
  return ended
}

/** Starts a server, and waits until it is ready. */
export async function start(args: readonly string[], env = process.env) {
  const { child, printed, ended } = launch(['start', '--port', '0', ...args], env)
  const [line] = (await once(child.stdout, 'data')) as [string]
  const ready = JSON.parse(line) as { ready: true; url: string; control?: string; pid: number }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return (await ended).code
  }
  return { child, printed, ready, stop, ended }
}
