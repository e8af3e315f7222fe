import type { Run } from '../../run/run.ts'
import { header, type Exchange } from '../../wire/exchange.ts'
import { keyIdIn } from './or-credential-wrong.ts'

/** The key of `firstUses` for the first accepted signature over `host`. */
export const hostSigned = 'a signature over host'

/** True if the request is signed over its Host header, and that names the subject: a proxy may leave out its port only. */
export const signsHost = ({ request: { headers } }: Exchange): boolean =>
  header(headers, 'host') === undefined &&
  /^Signature .*\bheaders="([^"]* )?host[ "]/.test(header(headers, 'authorization') ?? '')

/**
 * Another possible reason why a signature over `host` was rejected: nginx and Apache, as proxies, change Host by
 * default. Empty if one was accepted in this run, or if the key has opened no list.
 */
export function orHostChanged({ firstUses }: Run, exchange: Exchange): string {
  if (!signsHost(exchange) || firstUses.has(hostSigned) || !firstUses.has(keyIdIn(exchange) ?? '')) return ''
  return '; or a proxy in front of the server changes the Host header, which was signed: let it forward Host as sent, with its port'
}
