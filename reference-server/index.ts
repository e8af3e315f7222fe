export { type KnownAccount } from './known-account.ts'
export { type Clock } from './clock.ts'
export { type RunningServer, type ServerOptions, startServer } from './server.ts'
export { UnknownName, UsageError } from './usage-error.ts'
