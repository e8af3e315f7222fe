import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { SentRequest } from './recorded.ts'

/** Listens on an origin that no request should reach, and reports those that do. Grants nothing. */
export async function startOtherOrigin(onRequest: (request: SentRequest) => void) {
  const handle: RequestListener = (request, response) => {
    const { method = '', url: target = '', rawHeaders: raw } = request
    const headers = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []))
    const given = (body: Buffer) => {
      onRequest({ method, target, headers, body })
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    }
    // A client that leaves in the middle of its request has sent none.
    buffer(request).then(given, () => {})
  }
  const first = await listening(handle, '127.0.0.1', 0)
  const { port } = first.address() as AddressInfo
  // For systems on which localhost resolves to ::1 first. A machine without IPv6 does not need it.
  const second = await listening(handle, '::1', port).catch(() => undefined)
  return {
    /** The host differs by name, so the server's cookies don't apply to it. */
    origin: `http://localhost:${port}`,
    async stop() {
      for (const server of [first, second]) {
        server?.closeAllConnections()
        await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
      }
    },
  }
}

/** Returns ways to write the other origin that clients may take for a path, or for the origin of the API. */
export function disguised({ otherOrigin, origin }: { otherOrigin: string; origin: string }) {
  const host = otherOrigin.replace('http://', '')
  return {
    /** The same listener by the host of the API: there, only the port tells that it is another origin. */
    port: otherOrigin.replace('//localhost:', '//127.0.0.1:'),
    withoutScheme: `//${host}`,
    /** Begins like the API's own origin, which is a username and a password here. */
    userinfo: `${origin}@${host}`,
  }
}

async function listening(handle: RequestListener, host: string, port: number): Promise<Server> {
  const server = createServer(handle).listen(port, host)
  await once(server, 'listening')
  return server
}
