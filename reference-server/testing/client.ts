import { request } from 'node:http'
import type { ServerWithParts } from '../start/server.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  json: Record<string, unknown>
}

/** For tests: sends exactly these headers, including duplicates, to a server in this process. */
export function createClient(server: ServerWithParts) {
  const send = (method: string, path: string, headers: string[] = [], body?: string | Buffer) =>
    new Promise<Answer>((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]
      const outgoing = request(
        {
          hostname,
          port,
          method,
          path,
          headers: ['host', `${hostname}:${port}`, ...length, ...headers],
          agent: false,
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          response.on('end', () => {
            const json =
              text !== '' && /json/.test(response.headers['content-type'] ?? '') ? JSON.parse(text) : {}
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json })
          })
        },
      )
      outgoing.on('error', reject).end(body)
    })
  return {
    send,
    get: (path: string, ...headers: string[]) => send('GET', path, headers),
    json: (path: string, body: unknown) =>
      send('POST', path, ['content-type', 'application/json'], JSON.stringify(body)),
    form: (path: string, fields: Record<string, string>, ...headers: string[]) =>
      send(
        'POST',
        path,
        ['content-type', 'application/x-www-form-urlencoded', ...headers],
        new URLSearchParams(fields).toString(),
      ),
  }
}
