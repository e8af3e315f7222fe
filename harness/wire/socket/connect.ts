import { isIP, type Socket } from 'node:net'
import { buildConnector, Client } from 'undici'
import { parseBaseUrl, type BaseUrl } from '../base-url.ts'
import type { Proxy } from './proxy.ts'

export interface TlsOptions {
  /** Certificate authority in PEM form; replaces the default ones. */
  ca?: string | undefined
  /** Client certificate with its chain, and its private key, both in PEM form. */
  cert?: string | undefined
  key?: string | undefined
  /** Accept any certificate. */
  insecure: boolean
}

/** Creates a connector that opens connections ready for HTTP: TCP, TLS, a unix socket, or a tunnel through a proxy. */
export function createConnector(
  base: BaseUrl,
  tls: TlsOptions,
  proxy: Proxy | undefined,
  timeoutMs: number,
): buildConnector.connector {
  const build = buildConnector({
    timeout: timeoutMs,
    rejectUnauthorized: !tls.insecure,
    ...(tls.ca !== undefined && { ca: tls.ca }),
    ...clientCertificate(tls),
    ...(base.socketPath !== undefined && { socketPath: base.socketPath }),
  })
  // The certificate must be for the base URL's host, whatever Host a case sends. Server names may not be IP addresses.
  const servername = isIP(base.hostname) === 0 ? base.hostname : ''
  const connect: buildConnector.connector = (options, done) => build({ ...options, servername }, done)
  if (proxy === undefined || !base.secure) return connect
  return (options, done) => {
    tunnel(base, proxy, timeoutMs).then(
      (httpSocket) => connect({ ...options, httpSocket }, done),
      (error: Error) => done(error, null),
    )
  }
}

/** Options that present the client certificate to a server that asks for one. */
export const clientCertificate = ({ cert, key }: Partial<TlsOptions>): { cert?: string; key?: string } =>
  cert === undefined || key === undefined ? {} : { cert, key }

/** Opens a socket to the server through the proxy's CONNECT (RFC 9110 section 9.3.6). */
async function tunnel(base: BaseUrl, proxy: Proxy, timeoutMs: number): Promise<Socket> {
  const client = new Client(proxy.origin, { connect: { timeout: timeoutMs } })
  const { hostname, port } = base
  const place = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
  const { socket, statusCode } = await client.connect({
    path: place,
    headers: { host: place, ...(proxy.authorization && { 'proxy-authorization': proxy.authorization }) },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (statusCode === 200) return socket as Socket
  socket.destroy()
  throw Object.assign(new Error(`the proxy ${proxy.origin} answered CONNECT with ${statusCode}`), {
    code: 'EPROXY',
  })
}

/** Opens a separate connection, which nothing else uses. */
export function openSocket(
  base: BaseUrl,
  connector: buildConnector.connector,
  proxy: Proxy | undefined,
): Promise<Socket> {
  const { hostname, port, secure } = proxy === undefined || base.secure ? base : parseBaseUrl(proxy.origin)
  const protocol = secure ? 'https:' : 'http:'
  const options = { hostname, host: hostname, protocol, port: String(port) }
  return new Promise((resolve, reject) => {
    connector(options, (error, socket) =>
      socket ? resolve(socket) : reject(error ?? new Error('no socket')),
    )
  })
}
