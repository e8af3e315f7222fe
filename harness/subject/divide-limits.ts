import type { Shard } from '../../reports/report.ts'
import type { Declaration } from './declaration.ts'
import { UsageError } from './subject-error.ts'

/**
 * The declaration as one of several shards may use it. Shards of a server that each of them starts have it to themselves.
 * Else they share it: each takes its part of the failed logins that are allowed, and none may move the clock under the others.
 * @throws UsageError where the clock would be shared, or a limit does not suffice for all
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
