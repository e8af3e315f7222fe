import { gzipSync } from 'node:zlib'
import type { Client } from '../client.ts'
import { createHttp } from '../http.ts'
import { answering, breaking, sending, several, withHeader, wrapping } from '../defect.ts'

const joining = (join: Parameters<typeof createHttp>[1]) => (client: Client) => {
  client.http = createHttp(true, join)
}

/** Clients that cannot read every answer that HTTP allows. */
export const transportDefects = [
  ...breaking('client.tolerates-http', {
    // Fails without Date, Content-Length, reason or lower-case names, or with more headers.
    'http-without-surprises': wrapping('recordsOf', (records) => (answer) => {
      const names = answer.headers.map(([name]) => name)
      const has = (name: string) => names.some((one) => one.toLowerCase() === name)
      const isUsual =
        has('content-length') &&
        has('date') &&
        !names.includes('DATE') &&
        !has('access-control-allow-origin') &&
        !has('access-control-expose-headers')
      const isClosed = answer.headers.some(([name, value]) => /^connection$/i.test(name) && value === 'close')
      return isUsual && !isClosed && !names.some((one) => /ratelimit/i.test(one))
        ? records(answer)
        : undefined
    }),
    'parts-decoded-alone': joining((parts, method) =>
      method === 'GET' ? Buffer.from(parts.map(String).join('')) : Buffer.concat(parts),
    ),
    'gzip-accepted-and-not-read': several(
      sending((request) => withHeader(request, 'Accept-Encoding', 'gzip')),
      answering((answer) =>
        answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding')
          ? { ...answer, body: gzipSync(answer.body).toString() }
          : answer,
      ),
    ),
  }),
  ...breaking(['client.tolerates-http', 'client.waits-slow-response'], {
    // Takes the first part of a body for all of it.
    'first-part-only': joining(([first = Buffer.alloc(0)]) => first),
  }),
  ...breaking('client.lists-users', {
    'list-read-in-latin-1': answering((answer, { method }) =>
      method === 'GET' ? { ...answer, body: Buffer.from(answer.body).toString('latin1') } : answer,
    ),
  }),
]
