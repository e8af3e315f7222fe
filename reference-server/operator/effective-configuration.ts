import { createParts } from '../server/create-parts.ts'
import { demandPossible } from '../start/demand-possible.ts'
import { applyNamedChanges } from '../changes/named-changes.ts'
import type { ServerOptions } from '../server/server-options.ts'

/**
 * Describes a server with these options: the options with their defaults, and every choice and path as defects and
 * variations leave them. Leaves out the TLS key and the control token. Throws what startServer throws for invalid
 * options.
 */
export async function effectiveConfiguration(options: ServerOptions): Promise<Record<string, unknown>> {
  const { tls, log, controlToken, seedFile, demandedHeader, ...rest } = options
  demandPossible(options)
  if (seedFile !== undefined) (await import('../server/seed-file/seed-file.ts')).readSeeds(seedFile)
  // Reads and creates no files.
  const parts = createParts({ ...options, dataDir: undefined, secureCookies: tls !== undefined })
  await applyNamedChanges(parts, options)
  return {
    options: {
      ...rest,
      seedFile,
      debug: parts.mode.debug,
      fastHash: options.fastHash ?? false,
      controlToken: controlToken === undefined ? false : '***',
      tls: tls ? { cert: String(tls.cert), key: '***' } : false,
      ...(demandedHeader === undefined ? {} : { demandedHeader: [demandedHeader[0], '***'] }),
      log: log?.level ?? false,
    },
    choices: parts.choices,
    paths: parts.paths,
  }
}
