import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../subject/files/package-folder.ts'
import { startProcess } from '../subject/process/process.ts'
import { shellQuote } from '../subject/process/shell-quote.ts'
import { withoutCertificates } from '../subject/commands/subject-environment.ts'
import type { TlsOptions } from '../wire/socket/connect.ts'
import type { Header } from '../wire/exchange.ts'
import { askControl } from './control.ts'
import { seedFileOf, type OwnIdentities, type Told } from './identities.ts'

/** A server on which scenarios are played, one at a time. Only our own can be changed. */
export interface ScenarioServer {
  isOwn: boolean
  /** `http://127.0.0.1:PORT` */
  origin: string
  /** Options for https. */
  tls?: TlsOptions
  /** If true, reports show nothing of its response bodies. */
  hidesBodies?: boolean
  /** Header lines that the proxy adds to forwarded requests. */
  added: readonly Header[]
  /** Paths of the web login, the login page first. */
  pages: readonly string[]
  /** Values that replace those a client is normally given. */
  tells?: Partial<Told>
  /** Path prefix of the base URL; empty on most servers. */
  readonly prefix: string
  /** How far its time is ahead of real time. */
  readonly aheadSeconds: number
  readonly variations: readonly string[]
  /** Switches to these variations, and resets the clock to real time. */
  prepare(variations: readonly string[]): Promise<void>
  /** Switches variations while it runs; tokens and time stay. */
  vary(variations: readonly string[]): Promise<void>
  advance(seconds: number): Promise<void>
  /** Makes a token, seed or session as old as its lifetime. */
  expire(value: string): Promise<void>
  stop(): Promise<void>
}

export interface ScenarioServerOptions {
  identities: OwnIdentities
  /** Folder of this run, for the files that servers read. */
  folder: string
  latencyMs?: number | undefined
}

/**
 * Variations of every server for scenarios. A client that keeps real time has only one code in thirty seconds. Signatures
 * are judged by their bytes, not by whether a lenient server accepts them.
 */
const always = ['code-accepted-again', 'signature-takes-other-labels', 'signature-reads-sloppy-base64']

/** @throws Unreachable if it does not start */
async function startScenarioServer({
  folder,
  latencyMs,
  seedFile,
  headerFile,
  identities: { mark },
}: ServerFiles & ScenarioServerOptions): Promise<ScenarioServer> {
  const words = [
    process.execPath,
    join(packageFolder(), 'bin', 'reference-server.js'),
    'start',
    '--port=0',
    '--control-port=0',
    '--journal=0',
    '--fast-hash',
    '--real-time-counts',
    '--seed-file',
    seedFile,
    '--demand-header-file',
    headerFile,
    ...always.flatMap((name) => ['--variation', name]),
    ...(latencyMs === undefined ? [] : ['--latency', String(latencyMs)]),
  ]
  const started = await startProcess({
    command: `exec ${words.map((word) => shellQuote(word)).join(' ')}`,
    cwd: folder,
    env: withoutCertificates(process.env),
    timeoutMs: 30_000,
  })
  const { url = '' } = started
  const control = { url: started.control ?? '', mark }
  const server = {
    isOwn: true,
    origin: new URL(url).origin,
    added: [mark],
    pages: ['/auth/login/', '/auth/home/'],
    prefix: '',
    aheadSeconds: 0,
    variations: [] as readonly string[],
    async vary(wanted: readonly string[]) {
      if (wanted.join() === server.variations.join()) return
      await askControl(control, 'PUT', '/changes', { variations: [...always, ...wanted] })
      server.variations = wanted
      const { url: base } = (await askControl(control, 'GET', '/health')) as { url: string }
      server.prefix = new URL(base).pathname.replace(/\/$/, '')
    },
    async prepare(wanted: readonly string[]) {
      await server.vary(wanted)
      // Tokens and seeds of earlier scenarios may stay: no client of a later one knows them.
      if (server.aheadSeconds > 0) await askControl(control, 'POST', '/reset', { clock: true })
      server.aheadSeconds = 0
    },
    async advance(seconds: number) {
      await askControl(control, 'POST', '/clock/advance', { seconds })
      server.aheadSeconds += seconds
    },
    async expire(value: string) {
      await askControl(control, 'POST', '/credentials/expire', { value })
    },
    stop: () => started.stop(),
  }
  return server
}

type ServerFiles = ReturnType<typeof writeServerFiles>

/** Written once for all servers: a server that starts must not read a file half written for the next one. */
function writeServerFiles({ identities, folder }: ScenarioServerOptions) {
  const [seedFile, headerFile] = [join(folder, 'seeds.yaml'), join(folder, 'header')]
  writeFileSync(seedFile, seedFileOf(identities), { mode: 0o600 })
  writeFileSync(headerFile, identities.mark.join(': '), { mode: 0o600 })
  return { seedFile, headerFile }
}

/** Lends servers, one scenario at a time each; prefers those that already have the wanted variations. */
export interface ServerPool {
  /** How many scenarios can run in parallel. */
  count: number
  use<T>(variations: readonly string[], play: (server: ScenarioServer) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

export function createServerPool(count: number, options: ScenarioServerOptions): ServerPool {
  const files = writeServerFiles(options)
  let starting: Promise<ScenarioServer>[] | undefined
  let unused: Promise<ScenarioServer>[] = []
  const free: ScenarioServer[] = []
  const waiting: ((server: ScenarioServer) => void)[] = []
  async function lend(variations: readonly string[]): Promise<ScenarioServer> {
    const fits = free.findIndex((one) => one.variations.join() === variations.join())
    const [found] = free.splice(Math.max(fits, 0), 1)
    if (found) return found
    // The first call starts all servers, so that the others are ready when needed.
    if (!starting) {
      starting = Array.from({ length: count }, () => startScenarioServer({ ...options, ...files }))
      for (const one of starting) one.catch(() => {})
      unused = [...starting]
    }
    return await (unused.shift() ?? new Promise<ScenarioServer>((resolve) => waiting.push(resolve)))
  }
  return {
    count,
    async use(variations, play) {
      const server = await lend(variations)
      try {
        await server.prepare(variations)
        return await play(server)
      } finally {
        const next = waiting.shift()
        if (next) next(server)
        else free.push(server)
      }
    },
    async stop() {
      const all = await Promise.allSettled(starting ?? [])
      await Promise.all(all.map(async (one) => one.status === 'fulfilled' && (await one.value.stop())))
    },
  }
}
