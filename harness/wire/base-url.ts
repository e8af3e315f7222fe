/** The parts of a base URL, as the wire needs them. */
export interface BaseUrl {
  /** `http://127.0.0.1:8080`; `http://localhost` for a unix socket. */
  origin: string
  /** Path prefix without a trailing slash; may be empty. */
  prefix: string
  hostname: string
  port: number
  secure: boolean
  socketPath: string | undefined
}

/** Captures the path of a socket and a path prefix. No named groups, because the JSON Schema uses it as well. */
export const unixUrl = /^unix:(?:\/\/)?(\/[^:]+)(?::(\/.*))?$/

/**
 * Parses `http(s)://host:port/prefix/` or `unix:/path/to.sock`, the latter optionally followed by `:/prefix`.
 * @throws TypeError if it is neither
 */
export function parseBaseUrl(baseUrl: string): BaseUrl {
  const unix = unixUrl.exec(baseUrl)
  if (unix) {
    const [, socketPath, prefix = ''] = unix
    const origin = 'http://localhost'
    return {
      origin,
      prefix: withoutSlash(prefix),
      hostname: 'localhost',
      port: 80,
      secure: false,
      socketPath,
    }
  }
  const url = new URL(baseUrl)
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') throw new TypeError(`no http, https or unix URL: ${url.protocol}`)
  return {
    origin: url.origin,
    prefix: withoutSlash(url.pathname),
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 443 : 80),
    secure,
    socketPath: undefined,
  }
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '')
