import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import type { ClientConfig } from '../client-judge/client-config.ts'
import { createIdentities, type Identities } from '../client-judge/identities.ts'
import type { Method } from '../client-judge/operation.ts'
import { createServerPool, type ServerPool } from '../client-judge/scenario-server.ts'
import { openUpstream } from '../client-judge/upstream.ts'
import { readDeclaration } from '../subject/declaration.ts'
import { Unreachable, UsageError } from '../subject/subject-error.ts'

/** What a client is judged against. */
export interface ClientServers {
  pool: ServerPool
  identities: Identities
  /** Base URL of a server that is not ours. */
  upstream?: string
  /** Methods that can't be judged there, with the reason. */
  without: ReadonlyMap<Method, string>
}

export interface OpenServersOptions {
  /** What client.yaml says; absent: it was not read. */
  config: Pick<ClientConfig, 'upstream' | 'declaration' | 'folder' | 'file'> | undefined
  seed: number
  /** Of this run, for the files that our servers read. */
  folder: string
  latencyMs?: number | undefined
  /** How many servers of ours there may be. */
  count: number
}

const reachMs = 10_000

/**
 * Our own server, or the `upstream` of client.yaml.
 * @throws UsageError, DeclarationError where that is not described well; Unreachable where nothing answers there
 */
export async function openServers(options: OpenServersOptions): Promise<ClientServers> {
  const { config, seed, folder, latencyMs, count } = options
  if (config?.upstream === undefined) {
    const identities = createIdentities(seed)
    return {
      pool: createServerPool(count, { identities, folder, latencyMs }),
      identities,
      without: new Map(),
    }
  }
  const { upstream, declaration: file } = config
  if (latencyMs !== undefined)
    throw new UsageError(`--latency delays our own server, and ${config.file} has upstream: ${upstream}`)
  if (file !== undefined && !existsSync(resolve(config.folder, file)))
    throw new UsageError(`${config.file}: declaration: there is no file "${file}"; correct its path`)
  const declaration = readDeclaration(file, { env: process.env, cwd: config.folder, baseUrl: upstream })
  if (!(await canReach(upstream)))
    throw new Unreachable(
      `nothing answers at ${upstream}, the upstream of ${config.file}; start that server first`,
    )
  return { ...openUpstream({ ...declaration, baseUrl: upstream }, seed), upstream }
}

/** Whether something listens there. A request might need headers, and would be one more that the server counts. */
function canReach(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const usual = protocol === 'https:' ? 443 : 80
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || usual,
    timeout: reachMs,
  })
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket
      .once('connect', () => end(true))
      .once('timeout', () => end(false))
      .once('error', () => end(false))
  })
}
