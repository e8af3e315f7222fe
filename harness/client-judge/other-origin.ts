import { createServer, type IncomingMessage, type ServerResponse, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SentRequest } from './recorded.ts'

export interface OtherOrigin {
  /** `http://localhost:PORT`. The host differs by name, so the server's cookies don't apply to it. */
  origin: string
  stop(): Promise<void>
}

/** Listens on an origin that no request should reach, and reports those that do. Grants nothing. */
export async function startOtherOrigin(onRequest: (request: SentRequest) => void): Promise<OtherOrigin> {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const raw = request.rawHeaders
      const headers = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []))
      onRequest({
        method: request.method ?? '',
        target: request.url ?? '',
        headers,
        body: Buffer.concat(parts),
      })
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    })
  }
  const first = await listening(handle, '127.0.0.1', 0)
  const { port } = first.address() as AddressInfo
  // For systems on which localhost resolves to ::1 first. A machine without IPv6 does not need it.
  const second = await listening(handle, '::1', port).catch(() => undefined)
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      for (const server of [first, second]) {
        server?.closeAllConnections()
        await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
      }
    },
  }
}

function listening(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  host: string,
  port: number,
): Promise<Server> {
  const server = createServer(handle)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}
