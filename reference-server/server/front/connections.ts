import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { rejectionBody } from '../answers.ts'
import { choices } from '../../common/choices.ts'

const reasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers anything that is no HTTP request, too long or too slow, and closes its connection. */
export function rejectConnection(error: { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  reject(socket, reasons[error.code ?? ''] ?? '400 Bad Request')
}

/** Makes sure that every connection gets an answer, even if Node would just close it. */
export function answerEveryConnection(server: Server): void {
  // By default, Node treats a client that sends no more as gone, and drops the answers that it waits for.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connect', (_request, socket: Duplex) => reject(socket, '405 Method Not Allowed'))
}

/**
 * How long the sender has to read the answer and close the connection: as long as in nginx, for clients on a busy
 * machine.
 */
const lingerMilliseconds = 5000
const refused = new WeakSet<Duplex>()

/** RFC 9112 section 9.6: closing at once would reset the connection, and the answer would be lost. */
function reject(socket: Duplex, status: string): void {
  // Each further piece of such data raises an error of its own.
  if (refused.has(socket)) return
  refused.add(socket)
  socket.on('error', () => socket.destroy())
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(rejectionBody(choices, 'malformed', status.slice(4)))
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  const deadline = setTimeout(() => socket.destroy(), lingerMilliseconds)
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(deadline))
  socket.resume()
}
