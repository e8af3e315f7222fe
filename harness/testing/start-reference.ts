import { onTestFinished } from 'vitest'
import { startProcess } from '../subject/process/process.ts'
import { shellQuote } from '../subject/process/shell-quote.ts'
import { ordinaryEnv, program } from './run-program.ts'

/** Starts the reference server on free ports, as a program of its own that stops with the test. */
export const startReference = (...args: string[]) =>
  startServer('start', '--port', '0', '--control-port', '0', '--debug', '--fast-hash', ...args)

/** Runs `reference-server` with these arguments until the end of the test, and waits until it is ready. */
export async function startServer(...args: string[]) {
  const words = [process.execPath, program('reference-server'), ...args]
  const {
    url = '',
    control = '',
    stop,
  } = await startProcess({
    command: words.map((word) => shellQuote(word)).join(' '),
    cwd: process.cwd(),
    env: ordinaryEnv(),
    timeoutMs: 60_000,
  })
  onTestFinished(stop)
  return { url, control, stop }
}
