import { connect, type Socket } from 'node:net'

/**
 * Sends `count` requests over `connections`, one at a time on each connection. Returns the milliseconds taken. Keeps this
 * process awake meanwhile: on a virtual machine, waking it takes a server 8 to 15 µs per answer, and only a server slower
 * than this process would pay that. Throws for an answer that is not 200.
 */
export async function sendInTurn(
  port: number,
  next: () => Buffer,
  count: number,
  connections = 8,
): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  let left = count
  let isSending = true
  const stayAwake = () => void (isSending && setImmediate(stayAwake))
  stayAwake()
  const from = performance.now()
  const lane = async (socket: Socket) => {
    while (left-- > 0) await exchange(socket, next())
  }
  await Promise.all(sockets.map(lane)).finally(() => (isSending = false))
  const milliseconds = performance.now() - from
  for (const socket of sockets) socket.destroy()
  return milliseconds
}

/** Returns the head and body of the answer. */
export function exchange(socket: Socket, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    let length = -1
    const take = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (length < 0) {
        const end = text.indexOf('\r\n\r\n')
        if (end < 0) return
        length = end + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      }
      if (text.length < length) return
      socket.off('data', take).off('error', reject)
      if (text.startsWith('HTTP/1.1 200 ')) resolve(text)
      else reject(new Error(`it answered ${text.slice(0, 200)}`))
    }
    socket.on('data', take).once('error', reject)
    socket.write(request)
  })
}

export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}
