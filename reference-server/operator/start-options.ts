import { createSecureContext } from 'node:tls'
import type { Latency, LogLevel, ServerOptions } from '../server/server-options.ts'
import { readFile } from '../common/read-file.ts'
import { UsageError } from '../common/usage-error.ts'

/** The options as they come from the command line. */
export interface StartOptions {
  port: number
  controlPort?: number
  journal?: number
  controlHost?: string
  controlTokenFile?: string
  host: string
  data?: string
  seedFile?: string
  debug?: boolean
  serverVersion: string
  /** Seconds. */
  clockOffset?: number
  deterministic?: number
  defect?: string[]
  variation?: string[]
  fastHash?: boolean
  tlsCert?: string
  tlsKey?: string
  corsOrigin?: string[]
  latency?: Latency
  rateLimit?: number
  realTimeCounts?: boolean
  demandHeaderFile?: string
  log?: LogLevel
  printConfig?: boolean
}

/** Throws UsageError for a certificate or key that cannot be used. */
export function serverOptionsOf(options: StartOptions): ServerOptions {
  const { data: dataDir, clockOffset, defect: defects, variation: variations, ...rest } = options
  const {
    tlsCert,
    tlsKey,
    corsOrigin,
    log,
    controlTokenFile,
    demandHeaderFile,
    printConfig: _,
    ...alike
  } = rest
  if (corsOrigin) for (const origin of corsOrigin) demandOrigin(origin)
  return {
    ...alike,
    dataDir,
    clockOffsetSeconds: clockOffset,
    defects,
    variations,
    controlToken: controlTokenFile && readText('--control-token-file', controlTokenFile).trim(),
    tls: readTls(tlsCert, tlsKey),
    corsOrigins: corsOrigin,
    log: log && { level: log },
    demandedHeader: demandHeaderFile === undefined ? undefined : readHeader(demandHeaderFile),
  }
}

function readHeader(file: string): readonly [string, string] {
  const text = readText('--demand-header-file', file).trim()
  const [, name, value] = /^([\w-]+): *(\S+)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError('--demand-header-file takes a file with one line, such as X-Run: 123')
  return [name, value]
}

function readTls(certFile: string | undefined, keyFile: string | undefined): ServerOptions['tls'] {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined)
    throw new UsageError('--tls-cert and --tls-key go together; give both')
  const tls = { cert: readOption('--tls-cert', certFile), key: readOption('--tls-key', keyFile) }
  try {
    createSecureContext(tls)
  } catch (error) {
    // OpenSSL's message contains nothing of the key.
    throw new UsageError(`--tls-cert and --tls-key do not make a pair: ${(error as Error).message}`)
  }
  return tls
}

const readText = (option: string, file: string) => readOption(option, file).toString('utf8')

function readOption(option: string, file: string): Buffer {
  try {
    return readFile(file)
  } catch (error) {
    throw new UsageError(`${option} cannot be read: ${(error as Error).message}`)
  }
}

function demandOrigin(origin: string): void {
  const valid = origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)
  if (!valid)
    throw new UsageError(`"${origin}" is not an origin; give --cors-origin http://localhost:5173, or "*"`)
}
