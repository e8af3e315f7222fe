import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface DrainLimits {
  /** How long clients may take to finish a request of which a part came. */
  unfinishedMilliseconds: number
  /** How long whole requests may take to be answered. */
  answersMilliseconds: number
}

const defaults: DrainLimits = { unfinishedMilliseconds: 3000, answersMilliseconds: 30_000 }

/**
 * A way to close `app` that answers what is under way: whole requests have their time, however many passwords are hashed before
 * theirs; who never finishes a request, or a handshake, has less. Call it once all listeners of requests are there.
 */
export function createDrain(app: FastifyInstance, limits: DrainLimits = defaults): () => Promise<void> {
  const sockets = new Set<Socket>()
  /** Unanswered, by the connection that they came on and in that order; what was answered is dropped when the next comes. */
  const underWay = new Map<Socket, ServerResponse[]>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const closeOnceAnswered = (response: ServerResponse) =>
    response.once('close', () => setImmediate(() => app.server.closeIdleConnections()))
  app.server.on('request', ({ socket }, response: ServerResponse) => {
    const responses = underWay.get(socket)
    if (responses) {
      while (responses[0]?.writableFinished) responses.shift()
      responses.push(response)
    } else {
      underWay.set(socket, [response])
      socket.once('close', () => underWay.delete(socket))
    }
  })
  const destroyIdle = () => {
    const busy = new Set(
      [...underWay].flatMap(([socket, responses]) =>
        responses.some(({ req, writableFinished }) => req.complete && !writableFinished)
          ? clientOf(socket)
          : [],
      ),
    )
    for (const socket of sockets) if (!busy.has(clientOf(socket))) socket.destroy()
  }
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return async () => {
    // What comes from now on is answered with Connection: close by the framework.
    for (const response of [...underWay.values()].flat()) closeOnceAnswered(response)
    const deadlines = [
      setTimeout(destroyIdle, limits.unfinishedMilliseconds),
      setTimeout(destroyAll, limits.answersMilliseconds),
    ]
    await app.close()
    deadlines.forEach(clearTimeout)
  }
}

/** Under TLS a request's socket is not the one that was connected. */
const clientOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
