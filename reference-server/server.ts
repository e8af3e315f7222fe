import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { AppOptions } from './app.ts'
import type { Clock } from './clock.ts'
import { createComposition } from './composition.ts'
import type { Parts, PartsOptions } from './parts.ts'
import { createDeterministicRandom } from './random.ts'
import { addClockControl } from './routes/control/clock.ts'
import type { SeedFile } from './seed-file/seed-file.ts'
import { UsageError } from './usage-error.ts'

export interface ServerOptions
  extends Omit<PartsOptions, 'randomFor' | 'demo' | 'store' | 'state'>, AppOptions {
  /** 0, the default, takes a free port. */
  port?: number | undefined
  /** Default 127.0.0.1. */
  host?: string | undefined
  /** Absent: there is no control port. It is on loopback whatever `host` says. */
  controlPort?: number | undefined
  defects?: readonly string[] | undefined
  variations?: readonly string[] | undefined
  /** YAML or JSON with accounts in place of those of the demonstration; read again when it changes. */
  seedFile?: string | undefined
  /** Told, a line each, what a change of the seed file came to. */
  onSeedFile?: ((line: string) => void) | undefined
  /** Tokens, seeds, ids and keys are the same in each run with this number: anyone can foretell them. */
  deterministic?: number | undefined
}

export interface RunningServer extends AsyncDisposable {
  /** Base URL, without a slash at its end. A switch of variations may change the path in it. */
  readonly url: string
  /** Base of the clock control protocol; undefined without a control port. */
  control: string | undefined
  clock: Clock
  /** Those of now: a switch of defects puts others in their place. */
  readonly parts: Parts
  /** Answers what is under way, then closes. */
  stop(): Promise<void>
}

/**
 * Starts a server in this process.
 * Throws UsageError for an option that cannot be, UnknownName for a defect or variation that there is not, and
 * what the system throws for a port in use or a folder that cannot be written.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1'
  if (options.fastHash && !isLoopback(host)) {
    throw new UsageError(
      `--fast-hash makes weak hashes and is for loopback only; leave it out, or leave out --host ${host}`,
    )
  }
  if (
    options.serverVersion !== undefined &&
    !/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(options.serverVersion)
  ) {
    throw new UsageError(
      `"${options.serverVersion}" is no version; give three numbers, such as --server-version 2.10.0`,
    )
  }
  const { defects = [], variations = [], deterministic } = options
  const seeds = options.seedFile === undefined ? undefined : await openSeeds(options.seedFile, options)
  const composition = await createComposition(
    {
      ...options,
      demo: seeds?.demo,
      randomFor: deterministic === undefined ? undefined : createDeterministicRandom(deterministic),
    },
    { defects, variations },
  )
  const { app } = composition
  await app.listen({ host, port: options.port ?? 0 })
  const scheme = options.tls ? 'https' : 'http'
  const origin = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${portOf(app.server.address())}`
  const clock: Clock = {
    now: () => composition.parts.clock.now(),
    advance: (step) => composition.parts.clock.advance(step),
  }
  if (options.controlPort !== undefined) composition.serve(app.server)
  const control =
    options.controlPort === undefined
      ? undefined
      : await listenControl(clock, options.controlPort).catch(async (error: unknown) => {
          await app.close()
          throw error
        })
  const unwatch = seeds?.watch(options.onSeedFile ?? (() => {}))
  const stop = async () => {
    unwatch?.()
    await Promise.all([composition.close(), drain(app), control && drain(control.app)])
  }
  return {
    get url() {
      return origin + composition.parts.choices.basePath
    },
    control: control?.url,
    clock,
    get parts() {
      return composition.parts
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Its packages are loaded only where there is one. */
async function openSeeds(path: string, { fastHash = false }: ServerOptions): Promise<SeedFile> {
  const { openSeedFile } = await import('./seed-file/seed-file.ts')
  return openSeedFile(path, fastHash)
}

/** How long a stop waits for requests that are under way and for clients that never finish one. */
const drainSeconds = 3

async function drain(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), drainSeconds * 1000)
  await app.close()
  clearTimeout(deadline)
}

async function listenControl(clock: Clock, port: number) {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  // A page of another site can reach loopback by a name of its own, so the name is looked at.
  app.addHook('onRequest', (request, reply, done) => {
    if (isLoopback(request.hostname.replace(/^\[|\]$/g, ''))) done()
    else void reply.status(403).send({ msg: 'the control port answers to loopback names only' })
  })
  addClockControl(app, clock, '/control')
  await app.listen({ host: '127.0.0.1', port })
  return { app, url: `http://127.0.0.1:${portOf(app.server.address())}/control` }
}

const portOf = (address: AddressInfo | string | null) => (address as AddressInfo).port

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
