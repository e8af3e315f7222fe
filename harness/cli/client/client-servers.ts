import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { machine } from '../../engine/machine.ts'
import type { ClientConfig } from '../../client-judge/client-config.ts'
import { createIdentities } from '../../client-judge/identities.ts'
import { createServerPool } from '../../client-judge/scenario-server.ts'
import { openUpstream, type ClientServers } from '../../client-judge/upstream.ts'
import { readDeclaration } from '../../subject/declaration/declaration.ts'
import { Unreachable, UsageError } from '../../subject/subject-error.ts'
import { parseBaseUrl } from '../../wire/base-url.ts'
import { accepts } from '../files/server-watch.ts'

export interface OpenServersOptions {
  /** Settings from client.yaml; undefined if it was not read. */
  config: Pick<ClientConfig, 'upstream' | 'declaration' | 'folder' | 'file'> | undefined
  seed: number
  /** Folder of this run, for the files that our servers read. */
  folder: string
  latencyMs?: number | undefined
  /** Most servers of ours that may run. */
  count: number
}

const reachMs = 10_000

/**
 * Opens our own server, or connects to the `upstream` of client.yaml.
 * @throws UsageError, DeclarationError if the upstream is not described correctly; Unreachable if nothing answers there
 */
export async function openServers(options: OpenServersOptions): Promise<ClientServers> {
  const { config, seed, folder, latencyMs, count } = options
  if (config?.upstream === undefined) {
    const identities = createIdentities(seed, machine.wallMs())
    return {
      pool: createServerPool(count, { identities, folder, latencyMs }),
      identities,
      without: new Map(),
    }
  }
  const { upstream, declaration: file } = config
  if (latencyMs !== undefined)
    throw new UsageError(
      `--latency delays the suite's own server, but ${config.file} has upstream: ${upstream}; leave one of them out`,
    )
  if (file !== undefined && !existsSync(resolve(config.folder, file)))
    throw new UsageError(`${config.file}: declaration: there is no file "${file}"; correct its path`)
  const declaration = readDeclaration(file, { env: process.env, cwd: config.folder, baseUrl: upstream })
  if (!(await accepts(parseBaseUrl(upstream), reachMs)))
    throw new Unreachable(
      `nothing answers at ${upstream}, the upstream of ${config.file}; start that server first`,
    )
  return openUpstream({ ...declaration, baseUrl: upstream }, seed)
}
