import { isLoopback } from '../server/loopback.ts'
import { demandKinds } from './option-kinds.ts'
import type { ServerOptions } from '../server/server-options.ts'
import { UsageError } from '../common/usage-error.ts'

/** Throws UsageError for options with which no server can start, as far as the options alone show it. */
export function demandPossible(options: ServerOptions): void {
  const { host = '127.0.0.1', serverVersion } = options
  demandKinds(options)
  demandAddress('--host', host)
  if (options.fastHash && !isLoopback(host)) {
    throw new UsageError(
      `--fast-hash makes weak hashes and is for loopback only; leave it out, or leave out --host ${host}`,
    )
  }
  if (serverVersion !== undefined && !/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(serverVersion)) {
    throw new UsageError(
      `"${serverVersion}" is not a version; give three numbers, such as --server-version 2.10.0`,
    )
  }
  demandControl(options)
}

/** Listening on an empty address would mean all addresses; an address with a zone can't be part of a URL. */
function demandAddress(option: string, address: string): void {
  if (!URL.canParse(`http://${address.includes(':') ? `[${address}]` : address}`))
    throw new UsageError(`"${address}" is not an address; give ${option} 127.0.0.1, or ::1, without a port`)
}

function demandControl({ controlPort, controlHost, controlToken, journal }: ServerOptions): void {
  if (controlPort === undefined) {
    if (controlHost === undefined && controlToken === undefined && journal === undefined) return
    throw new UsageError(
      'there is no control port; give --control-port too, or leave out --control-host, --control-token-file and --journal',
    )
  }
  const host = controlHost ?? '127.0.0.1'
  demandAddress('--control-host', host)
  if (controlToken === undefined && !isLoopback(host)) {
    throw new UsageError(
      `beyond loopback the control port needs a token; give one with --control-token-file, or leave out --control-host ${host}`,
    )
  }
  if (controlToken !== undefined && !/^[!-~]{16,}$/.test(controlToken))
    throw new UsageError(
      'the token of the control port must have 16 characters or more, none of them a space',
    )
}
