import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

const reasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers what is no HTTP request, too long or too slow, and sends its sender away. */
export function refuseConnection(error: { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  refuse(socket, reasons[error.code ?? ''] ?? '400 Bad Request')
}

/** Every connection is answered: where Node by itself just closes it, too. */
export function answerEveryConnection(server: Server): void {
  // Node takes a client that will send no more for one that has gone, and drops the answers that it waits for.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connect', (_request, socket: Duplex) => refuse(socket, '405 Method Not Allowed'))
}

function refuse(socket: Duplex, status: string): void {
  // Whoever is sent away may be gone already.
  socket.on('error', () => socket.destroy())
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify({ error: 'malformed', msg: status.slice(4) })
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
