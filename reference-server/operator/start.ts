import { type ServerOptions, startServer } from '../server.ts'
import { startText } from './start-text.ts'

export interface StartOptions extends Omit<
  ServerOptions,
  'dataDir' | 'clockOffsetSeconds' | 'defects' | 'variations'
> {
  data?: string
  /** Seconds. */
  clockOffset?: number
  defect?: string[]
  variation?: string[]
}

/** Runs the server until SIGTERM or SIGINT, then answers what is under way and exits 0. Throws what startServer throws. */
export async function start(options: StartOptions): Promise<void> {
  const { data: dataDir, clockOffset, defect: defects, variation: variations, ...rest } = options
  const clockOffsetSeconds = clockOffset
  const server = await startServer({ ...rest, dataDir, clockOffsetSeconds, defects, variations })
  const stop = () => void server.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.stdout.write(
    `${JSON.stringify({ ready: true, url: server.url, control: server.control, pid: process.pid })}\n`,
  )
  process.stderr.write(startText(server))
}
