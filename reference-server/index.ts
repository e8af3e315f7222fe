export { type Clock } from './clock.ts'
export { UnknownName } from './changes.ts'
export { type RunningServer, type ServerOptions, startServer, UsageError } from './server.ts'
