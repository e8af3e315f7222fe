import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { packageFolder } from '../subject/files/package-folder.ts'

/** `conformance serve`: passes its arguments to `reference-server start`, and returns its exit code. */
export async function serve(args: readonly string[]): Promise<number> {
  const program = join(packageFolder(), 'bin', 'reference-server.js')
  const child = spawn(process.execPath, [program, 'start', ...args], { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass).on('SIGHUP', pass)
  return await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
