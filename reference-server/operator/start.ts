import { statSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { type ServerWithParts, startServer } from '../start/server.ts'
import { effectiveConfiguration } from './effective-configuration.ts'
import { serverOptionsOf, type StartOptions } from './start-options.ts'
import { startText } from './start-text.ts'

/**
 * Runs the server until SIGTERM, SIGINT or SIGHUP, then answers requests under way and exits 0; with `printConfig`,
 * prints the configuration instead. Throws what startServer throws.
 */
export async function start(given: StartOptions): Promise<void> {
  const options = serverOptionsOf(given)
  if (given.printConfig) {
    process.stdout.write(`${JSON.stringify(await effectiveConfiguration(options), null, 2)}\n`)
    return
  }
  hashOneAtATime()
  capYoungGeneration()
  const onSeedFile = (line: string) => process.stderr.write(`reference-server: ${line}\n`)
  let server: ServerWithParts | undefined = undefined
  const stop = () => void Promise.resolve(server?.stop()).then(() => process.exit(0))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop)
  server = await startServer({ ...options, onSeedFile })
  process.stdout.write(
    `${JSON.stringify({ ready: true, url: server.url, control: server.control, pid: process.pid })}\n`,
  )
  if (options.dataDir !== undefined && isWorldWritable(options.dataDir))
    process.stderr.write(
      `reference-server: warning: everyone on this machine may write to ${options.dataDir}, and so make users and tokens; run chmod o-w on it\n`,
    )
  process.stderr.write(startText(server, { ...given, terminal: process.stderr.isTTY }))
}

/** Always false on Windows, which has no such mode. */
function isWorldWritable(folder: string): boolean {
  return process.platform !== 'win32' && (statSync(folder).mode & 0o002) !== 0
}

/**
 * Each thread that hashes passwords keeps the 16 MB that hashing takes for the next hash; with one thread, that is kept
 * once. libuv reads the number of threads when it starts them, at the first hash.
 */
function hashOneAtATime(): void {
  process.env['UV_THREADPOOL_SIZE'] ??= '1'
}

/**
 * Keeps V8's space for young objects at its current 2 × 2 MB; load would grow it to 2 × 16 MB (docs/performance.md). Its
 * limit can be set only before a process starts; the factor by which it grows, at any time.
 */
function capYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
