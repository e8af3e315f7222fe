import { Agent, request as send } from 'node:http'
import { gunzipSync } from 'node:zlib'

export type Field = [name: string, value: string]

/** A request of the reference client, before it is sent. */
export interface Outgoing {
  method: string
  url: string
  headers: Field[]
  body?: string | Buffer
}

export interface Incoming {
  status: number
  headers: Field[]
  body: string
}

/** Thrown if no complete answer arrives. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * Sends requests exactly as written, and follows no redirects.
 * @param join makes a body of its parts
 * @param isWhole sends the whole URL in the request line
 */
export function createHttp(
  keepAlive = true,
  join: (parts: Buffer[], method: string) => Buffer = (parts) => Buffer.concat(parts),
  isWhole = false,
) {
  const agent = new Agent({ keepAlive, maxSockets: 4 })
  return {
    send: ({ method, url, headers, body }: Outgoing): Promise<Incoming> =>
      new Promise((resolve, reject) => {
        const { hostname, port, host } = new URL(url)
        const origin = /^https?:\/\/[^/?#]*/.exec(url)?.[0] ?? ''
        const own: Field[] = headers.some(([name]) => /^host$/i.test(name)) ? [] : [['Host', host]]
        const length: Field[] =
          body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))]]
        const sent = send(
          {
            agent,
            hostname,
            port,
            method,
            path: isWhole ? url : url.slice(origin.length) || '/',
            headers: [...own, ...headers, ...length].flat() as unknown as Record<string, string>,
          },
          (answer) => {
            const parts: Buffer[] = []
            answer.on('data', (part: Buffer) => parts.push(part))
            answer.on('error', () => reject(new NoAnswer('the answer was cut off')))
            answer.on('end', () => {
              if (!answer.complete) return reject(new NoAnswer('the answer was cut off'))
              const raw = answer.rawHeaders
              const whole = join(parts, method)
              resolve({
                status: answer.statusCode ?? 0,
                headers: raw.flatMap((name, at): Field[] =>
                  at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : [],
                ),
                body: (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole).toString(),
              })
            })
          },
        )
        sent.on('error', (error) => reject(new NoAnswer(error.message)))
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}
