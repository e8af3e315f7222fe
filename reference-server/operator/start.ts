import { startServer } from '../server.ts'
import { effectiveConfiguration } from './effective-configuration.ts'
import { serverOptionsOf, type StartOptions } from './start-options.ts'
import { startText } from './start-text.ts'

/**
 * Runs the server until SIGTERM or SIGINT, then answers what is under way and exits 0; with `printConfig` it prints
 * the configuration instead. Throws what startServer throws.
 */
export async function start(given: StartOptions): Promise<void> {
  const options = serverOptionsOf(given)
  if (given.printConfig) {
    process.stdout.write(`${JSON.stringify(await effectiveConfiguration(options), null, 2)}\n`)
    return
  }
  const onSeedFile = (line: string) => process.stderr.write(`reference-server: ${line}\n`)
  const server = await startServer({ ...options, onSeedFile })
  const stop = () => void server.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.stdout.write(
    `${JSON.stringify({ ready: true, url: server.url, control: server.control, pid: process.pid })}\n`,
  )
  process.stderr.write(startText(server, { ...given, terminal: process.stderr.isTTY }))
}
