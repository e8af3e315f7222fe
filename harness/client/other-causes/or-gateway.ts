import type { Run } from '../../run/run.ts'
import type { Exchange } from '../../wire/exchange.ts'
import { comparableBody, isSamePage } from '../answer.ts'

/** What to do about a server, or something in front of it, that rejects everything with this status. */
export function ifAllIsRejected(status: number | undefined): string {
  const declare = 'if a gateway demands an API key or another header, declare it in headers'
  return status === 403 ? `if this is a ban, wait until it is over, or lift it; ${declare}` : declare
}

/**
 * Another possible reason for a rejection: a gateway in front of the server demands HTTP Basic authentication or a header, or the
 * client is banned. Empty if the answer shows neither. The suite can't send Basic credentials, because `Authorization` is
 * the API's own field.
 */
export function orGateway(run: Run, exchange: Exchange): string {
  const { status, headers } = exchange.response
  const demandsBasic = headers.some(
    ([name, value]) => name.toLowerCase() === 'www-authenticate' && /(?:^|, *)basic\b/i.test(value),
  )
  if (status === 401 && demandsBasic)
    return '; or a gateway demands HTTP Basic authentication (see WWW-Authenticate): judge the server at an address without it'
  // Many servers reject requests without credentials before they look at the path.
  const acceptsNothing = run.letIn.size === 0 && run.firstUses.size === 0
  return acceptsNothing && isLikeUnknownPath(run, exchange)
    ? `; or everything is rejected like this, even unknown paths: ${ifAllIsRejected(status)}`
    : ''
}

/** True for a 401 or 403 that a request with the same method, to a path that does not exist, got as well. */
export function isLikeUnknownPath({ unknownPath }: Pick<Run, 'unknownPath'>, exchange: Exchange): boolean {
  const { status } = exchange.response
  const unknown = unknownPath[exchange.request.method === 'POST' ? 'POST' : 'GET']
  return (
    [401, 403].includes(status) &&
    unknown?.response.status === status &&
    isSamePage(comparableBody(unknown), comparableBody(exchange))
  )
}
