import type { Exchange } from '../wire/exchange.ts'

/**
 * Another possible reason for a 401: a gateway in front of the server demands HTTP Basic authentication; empty if the answer
 * names another scheme or none. The suite can't send Basic credentials, because `Authorization` is the API's own field.
 */
export function orGateway({ response }: Exchange): string {
  const demandsBasic = response.headers.some(
    ([name, value]) => name.toLowerCase() === 'www-authenticate' && /(?:^|, *)basic\b/i.test(value),
  )
  return response.status === 401 && demandsBasic
    ? '; or a gateway demands HTTP Basic authentication (see WWW-Authenticate): judge the server at an address without it'
    : ''
}
