import { gzipSync } from 'node:zlib'
import { answering, breaking, sending, several, withHeader, wrapping } from '../defect.ts'

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
    // Accepts gzip, and does not decompress it.
    'gzip-accepted-and-not-read': several(
      sending((request) => withHeader(request, 'Accept-Encoding', 'gzip')),
      answering((answer) =>
        answer.headers.some(([name]) => name === 'content-encoding')
          ? { ...answer, body: gzipSync(answer.body).toString() }
          : answer,
      ),
    ),
  }),
]
