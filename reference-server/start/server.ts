import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../common/clock.ts'
import { createComposition } from '../changes/composition.ts'
import { demandPossible } from './demand-possible.ts'
import { createDrain } from './drain.ts'
import { createJournal } from '../desk/journal/journal.ts'
import { watchRequests } from '../desk/journal/watch-requests.ts'
import type { Parts } from '../server/parts.ts'
import { createDeterministicRandom } from '../common/random.ts'
import type { Control } from '../desk/control/control-route.ts'
import type { RunningServer, KnownAccount } from '../server/running-server.ts'
import type { SeedFile } from '../server/seed-file/seed-file.ts'
import type { ServerOptions } from '../server/server-options.ts'
import { UsageError } from '../common/usage-error.ts'

/** A running server with all of its parts. Switching defects replaces them. */
export interface ServerWithParts extends RunningServer {
  readonly parts: Parts
}

/**
 * Starts a server in this process. Throws UsageError for an invalid option, UnknownName for an unknown defect or
 * variation, and system errors for a port in use or a folder that cannot be written.
 */
export async function startServer(options: ServerOptions = {}): Promise<ServerWithParts> {
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
  // For localhost, the framework opens a second listener, which a switch of defects would not reach.
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

/** Loads its packages only if there is a seed file. */
async function openSeeds(path: string, { fastHash = false, onSeedFile }: ServerOptions): Promise<SeedFile> {
  const { openSeedFile } = await import('../server/seed-file/seed-file.ts')
  return openSeedFile(path, fastHash, onSeedFile)
}

async function listenControl(control: Control, options: ServerOptions) {
  const { controlHost: host = '127.0.0.1', controlToken: token, demandedHeader } = options
  const { createControlApp } = await import('../desk/control/control-app.ts')
  const app = await createControlApp(control, { host, token, demandedHeader })
  await app.listen({ host, port: options.controlPort ?? 0 })
  return { drain: createDrain(app), url: `${originOf('http', host, app)}/control` }
}

function originOf(scheme: string, host: string, app: FastifyInstance): string {
  const { port } = app.server.address() as AddressInfo
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Throws UsageError for a username that is neither a demo account nor in the seed file. */
function knownAccount(parts: Parts, username: string): KnownAccount {
  const { accounts, privateTokens, accessKeys } = parts.demo
  const account = accounts.find((one) => one.username === username)
  if (!account) {
    const names = accounts.map((one) => one.username).join(', ')
    throw new UsageError(`there is no account "${username}"; there are ${names}`)
  }
  const { password, otp } = account
  return {
    username,
    password,
    oneTimeCode: otp && parts.oneTimeCodes.codeAt(otp, parts.oneTimeCodes.currentStep(otp)),
    privateToken: privateTokens.find((one) => one.username === username)?.token,
    accessKeys: accessKeys
      .filter((one) => one.username === username)
      .map(({ keyId, keySecret }) => ({ keyId, keySecret })),
  }
}
