import { UsageError } from '../common/usage-error.ts'
import { OperatorError } from '../server/operator.ts'

/** Returns a clear one-line message with the fix, and the exit code that says who must act. */
export function explain(error: unknown): { message: string; exitCode: number } {
  if (error instanceof OperatorError) return { message: error.message, exitCode: 1 }
  if (error instanceof UsageError) return { message: error.message, exitCode: 2 }
  const { code, message, path, port, address, hostname } = error as NodeJS.ErrnoException & {
    port?: number
    address?: string
    hostname?: string
  }
  if (hostname !== undefined || code === 'EADDRNOTAVAIL')
    return { message: `this machine has no address "${hostname ?? address ?? ''}"; fix --host`, exitCode: 2 }
  switch (code) {
    case 'EADDRINUSE':
      return { message: `port ${port} is in use; choose another, or 0 for a free one`, exitCode: 2 }
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'EEXIST':
    case 'ENOENT':
      if (path !== undefined) {
        return {
          message: `the data folder cannot be used: ${message}; give --data a folder that can be written to`,
          exitCode: 2,
        }
      }
      return { message: `port ${port} may not be used: ${message}; choose one above 1023`, exitCode: 2 }
    case 'ENOSPC':
    case 'EDQUOT':
      return {
        message: `the data folder is full: ${message}; make room, or give another --data`,
        exitCode: 2,
      }
    default:
      return { message: error instanceof Error ? (error.stack ?? message) : String(error), exitCode: 5 }
  }
}
