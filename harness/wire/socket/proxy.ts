import type { BaseUrl } from '../base-url.ts'
import type { WireRequest } from '../exchange.ts'

/** An HTTP proxy between the suite and the server. */
export interface Proxy {
  origin: string
  /** Value of Proxy-Authorization, if the proxy's URL contains a user. */
  authorization: string | undefined
}

/**
 * Finds the proxy named by the usual variables: `http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`, each in lower or upper
 * case. Never uses one for loopback or a unix socket, which a proxy on another machine could not reach.
 * @throws TypeError if a variable names no valid proxy; the message omits its value, which may contain a password
 */
export function findProxy(base: BaseUrl, env: NodeJS.ProcessEnv): Proxy | undefined {
  const read = (name: string) => env[name] ?? env[name.toUpperCase()]
  const variable = [base.secure ? 'https_proxy' : 'http_proxy', 'all_proxy'].find(read)
  const written = variable && read(variable)
  if (!written || base.socketPath !== undefined || isLoopback(base.hostname)) return undefined
  if (isExcepted(base, read('no_proxy') ?? '')) return undefined
  const proxy = parseProxy(written)
  if (proxy === undefined)
    throw new TypeError(
      `the environment variable ${variable} names no proxy such as http://proxy.example:3128`,
    )
  return proxy
}

function parseProxy(written: string): Proxy | undefined {
  try {
    const url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `http://${written}`)
    const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    const authorization = user === ':' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`
    return url.protocol === 'http:' ? { origin: url.origin, authorization } : undefined
  } catch {
    return undefined
  }
}

const isLoopback = (hostname: string) => /^(localhost|.*\.localhost|127(\.\d+){3}|::1)$/i.test(hostname)

/** An entry is `*`, a host, or a domain with or without a leading dot, each with an optional port. */
function isExcepted({ hostname, port }: BaseUrl, noProxy: string): boolean {
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true
      const [, domain = '', entryPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? []
      if (entryPort !== undefined && Number(entryPort) !== port) return false
      const host = hostname.toLowerCase()
      return host === domain || host.endsWith(`.${domain}`)
    })
}

/**
 * Converts a request to the form for a proxy (RFC 9112 section 3.2.2): the whole URL as target, and still the server's Host.
 */
export function forwarded(request: WireRequest, { origin }: BaseUrl, { authorization }: Proxy): WireRequest {
  const { target, headers } = request
  const ownHost = headers.some(([name]) => name.toLowerCase() === 'host')
  return {
    ...request,
    target: target.startsWith('/') ? origin + target : target,
    headers: [
      ...(ownHost ? [] : [['Host', new URL(origin).host] as const]),
      ...headers,
      ...(authorization === undefined ? [] : [['Proxy-Authorization', authorization] as const]),
    ],
  }
}
