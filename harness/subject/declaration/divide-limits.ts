import type { Shard } from '../../../reports/report.ts'
import type { Declaration } from './declaration.ts'
import { UsageError } from '../subject-error.ts'

/**
 * Returns the declaration for one of several shards. If each shard starts its own server, it may use that without
 * restriction. Otherwise they share one server: each gets a share of the failed logins allowed, and none may move the clock.
 * @throws UsageError if the clock would be shared, or a limit is too low for all shards
 */
export function divideLimits(declaration: Declaration, { index, count }: Shard): Declaration {
  const { start, container, clock, limits } = declaration
  if (start ?? container) return declaration
  if (clock.kind !== 'none' && clock.kind !== 'wait' && count > 1)
    throw new UsageError(
      `--shard: clock.kind ${clock.kind} would move the clock of a server that all shards share; ` +
        'let each shard start its own server (start or container), or declare clock: false',
    )
  const share = (name: 'failedLogins' | 'failedLoginsPerAccount'): number => {
    const limit = limits[name]
    if (limit > 0 && limit < count)
      throw new UsageError(
        `--shard: limits.${name} is ${limit}, too few for ${count} shards of one server; ` +
          `take at most ${limit} shards, raise it, or lift it with 0`,
      )
    return Math.floor(limit / count) + (index <= limit % count ? 1 : 0)
  }
  return {
    ...declaration,
    limits: {
      ...limits,
      failedLogins: share('failedLogins'),
      failedLoginsPerAccount: share('failedLoginsPerAccount'),
    },
  }
}
