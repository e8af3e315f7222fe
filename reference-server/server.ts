import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from './app.ts'
import type { Clock } from './clock.ts'
import { createComposition } from './composition.ts'
import { demandPossible } from './demand-possible.ts'
import { createDrain } from './drain.ts'
import { createJournal } from './journal/journal.ts'
import { watchRequests } from './journal/watch-requests.ts'
import { type KnownAccount, knownAccount } from './known-account.ts'
import type { ChangeNames } from './named-changes.ts'
import type { Parts, PartsOptions } from './parts.ts'
import { createDeterministicRandom } from './random.ts'
import type { Control } from './routes/control/control.ts'
import type { SeedFile } from './seed-file/seed-file.ts'

export interface ServerOptions
  extends Omit<PartsOptions, 'randomFor' | 'demo' | 'store' | 'state' | 'secureCookies'>, AppOptions {
  /** 0, the default, takes a free port. */
  port?: number | undefined
  /** Default 127.0.0.1. */
  host?: string | undefined
  /** Absent: there is no control port. */
  controlPort?: number | undefined
  /** How many requests the control port's journal keeps; 1000 unless told otherwise, 0 keeps none. */
  journal?: number | undefined
  /** Address of the control port, 127.0.0.1 whatever `host` says. Beyond loopback it needs `controlToken`. */
  controlHost?: string | undefined
  /** What everyone has to show on the control port, as `Authorization: Bearer`; 16 characters or more. */
  controlToken?: string | undefined
  defects?: readonly string[] | undefined
  variations?: readonly string[] | undefined
  /** YAML or JSON with accounts in place of those of the demonstration; read again when it changes. */
  seedFile?: string | undefined
  /** Told, a line each, what a change of the seed file came to, and that a long one takes a while. */
  onSeedFile?: ((line: string) => void) | undefined
  /** Tokens, seeds, ids and keys are the same in each run with this number: anyone can foretell them. */
  deterministic?: number | undefined
}

export interface RunningServer extends AsyncDisposable {
  /** Base URL, without a slash at its end. A switch of variations may change the path in it. */
  readonly url: string
  /** Base of the clock control protocol; undefined without a control port. */
  control: string | undefined
  /** Moves the server's time, with everything that lives by it. */
  clock: Clock
  /** What opens the server as this account. Throws UsageError for one that it did not know at its start. */
  account(username: string): KnownAccount
  /** Everything that it is made of, which no version promises. A switch of defects puts others in their place. */
  readonly parts: Parts
  /**
   * From now on these defects and variations, and no others. Tokens, seeds, sessions and the clock stay.
   * Throws UnknownName, and then nothing was changed.
   */
  switchTo(changes: ChangeNames): Promise<void>
  /** Forgets what a restart forgets. `clock`: the clock goes back to where it stood at the start. */
  reset(options?: { clock?: boolean }): Promise<void>
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
  demandPossible(options)
  const { defects = [], variations = [], deterministic } = options
  const journal = options.controlPort === undefined ? undefined : createJournal(options.journal)
  const seeds = options.seedFile === undefined ? undefined : await openSeeds(options.seedFile, options)
  const composition = await createComposition(
    {
      ...options,
      demo: seeds?.demo,
      randomFor: deterministic === undefined ? undefined : createDeterministicRandom(deterministic),
    },
    { defects, variations },
    (made, parts, on) => {
      if (journal?.limit) watchRequests(made, parts, journal, [...on.defects, ...on.variations])
    },
  )
  const { app } = composition
  // For localhost the framework makes a second listener, which a switch of defects would not reach.
  const address = host === 'localhost' ? '127.0.0.1' : host
  await app.listen({ host: address, port: options.port ?? 0 })
  const origin = originOf(options.tls ? 'https' : 'http', host, app)
  const url = () => origin + composition.parts.choices.basePath
  const clock: Clock = {
    now: () => composition.parts.clock.now(),
    advance: (step) => composition.parts.clock.advance(step),
  }
  composition.serve(app.server)
  const drain = createDrain(app)
  const control =
    journal &&
    (await listenControl({ composition, clock, journal, url }, options).catch(async (error: unknown) => {
      await app.close()
      throw error
    }))
  const unwatch = seeds?.watch()
  const stop = async () => {
    unwatch?.()
    await Promise.all([composition.close(), drain(), control?.drain()])
  }
  return {
    get url() {
      return url()
    },
    control: control?.url,
    clock,
    account: (username) => knownAccount(composition.parts, username),
    get parts() {
      return composition.parts
    },
    switchTo: ({ defects = [], variations = [] }) => composition.switchTo({ defects, variations }),
    reset: ({ clock = false } = {}) => composition.reset({ clock }),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Its packages are loaded only where there is one. */
async function openSeeds(path: string, { fastHash = false, onSeedFile }: ServerOptions): Promise<SeedFile> {
  const { openSeedFile } = await import('./seed-file/seed-file.ts')
  return openSeedFile(path, fastHash, onSeedFile)
}

async function listenControl(control: Control, options: ServerOptions) {
  const { controlHost: host = '127.0.0.1', controlToken: token, demandedHeader } = options
  const { createControlApp } = await import('./routes/control/control-app.ts')
  const app = await createControlApp(control, { host, token, demandedHeader })
  await app.listen({ host, port: options.controlPort ?? 0 })
  return { drain: createDrain(app), url: `${originOf('http', host, app)}/control` }
}

function originOf(scheme: string, host: string, app: FastifyInstance): string {
  const { port } = app.server.address() as AddressInfo
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
