import type { RunningServer } from './server/running-server.ts'
import { startServer as startServerWithParts } from './start/server.ts'
import type { ServerOptions } from './server/server-options.ts'

export { type Clock } from './common/clock.ts'
export { type KnownAccount, type RunningServer } from './server/running-server.ts'
export { type ServerOptions } from './server/server-options.ts'
export { UnknownName, UsageError } from './common/usage-error.ts'

/**
 * Starts a server in this process. Throws UsageError for an invalid option, UnknownName for an unknown defect or
 * variation, and system errors for a port in use or a folder that cannot be written.
 */
export const startServer: (options?: ServerOptions) => Promise<RunningServer> = startServerWithParts
