import { connect } from 'node:net'
import { header } from '../../../harness/wire/exchange.ts'
import { answering, formOf, login, named, sending, several, step, withHeader } from './defect.ts'
import { createHttp, NoAnswer, type Field, type Incoming, type Outgoing } from './http.ts'

/** Sends a request by HTTP/1.0 on a connection of its own, whose end is the end of the answer. */
function sendByOldHttp({ method, url, headers, body = '' }: Outgoing): Promise<Incoming> {
  const { hostname, port, host, origin } = new URL(url)
  const length: Field[] = body === '' ? [] : [['Content-Length', String(Buffer.byteLength(body))]]
  const fields = [['Host', host], ...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`)
  const line = `${method} ${url.slice(origin.length) || '/'} HTTP/1.0\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const parts: Buffer[] = []
    socket.setTimeout(4000, () => socket.destroy(new NoAnswer('the connection did not end')))
    socket.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
    socket.on('end', () => {
      const whole = Buffer.concat(parts)
      const end = whole.indexOf('\r\n\r\n')
      const [status = '', ...lines] = whole.toString('latin1', 0, end).split('\r\n')
      const content = whole.subarray(end + 4)
      const answer: Incoming = {
        status: Number(status.split(' ')[1]),
        headers: lines.map((one): Field => {
          const [name = '', value = ''] = one.split(/:(.*)/s)
          return [name, value.trim()]
        }),
        body: content.toString(),
      }
      const isCut =
        method !== 'HEAD' && content.length < Number(header(answer.headers, 'content-length') ?? 0)
      if (isCut) reject(new NoAnswer('the answer was cut off'))
      else resolve(answer)
    })
    socket.write(Buffer.concat([Buffer.from(`${line}${fields.join('')}\r\n`, 'latin1'), Buffer.from(body)]))
  })
}

/** Correct clients that use more or less of HTTP. */
export const transportVariations = named({
  'form-begins-with-ampersand': login((request) => ({
    ...withHeader(request, 'Content-Type', 'application/x-www-form-urlencoded'),
    body: `&${formOf(request)}`,
  })),
  // Sends HTTP/1.0, and reads each answer until its connection ends.
  'old-http': { send: sendByOldHttp },
  'whole-url-in-request-line': (client) => {
    client.http = createHttp(true, undefined, true)
  },
  // Does not accept gzip, by a weight of zero, and cannot read it.
  'without-gzip': several(
    sending((request) => withHeader(request, 'Accept-Encoding', 'identity, gzip;q=0')),
    answering((answer) => {
      if (header(answer.headers, 'content-encoding') !== undefined)
        throw new NoAnswer('the answer is compressed')
      return answer
    }),
  ),
  'cache-control-sent-twice': step((request) => ({
    ...request,
    headers: [['Cache-Control', 'max-age=0'], ...request.headers],
  })),
})
