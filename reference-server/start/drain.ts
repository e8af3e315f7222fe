import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface DrainLimits {
  /** How long clients may take to finish a request that has partly arrived. */
  unfinishedMilliseconds: number
  /** How long answers to complete requests may take. */
  answersMilliseconds: number
}

const defaults: DrainLimits = { unfinishedMilliseconds: 3000, answersMilliseconds: 30_000 }

/**
 * Returns a function that closes `app` once requests under way are answered. Complete requests get the longer time,
 * however many passwords are hashed before theirs; clients that never finish a request or a handshake get the shorter
 * one. Call it after adding all listeners for requests.
 */
export function createDrain(app: FastifyInstance, limits: DrainLimits = defaults): () => Promise<void> {
  const sockets = new Set<Socket>()
  /** Unanswered requests by connection, in order; answered ones are dropped when the next one arrives. */
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
    // The framework answers whatever arrives from now on with Connection: close.
    for (const response of [...underWay.values()].flat()) closeOnceAnswered(response)
    const deadlines = [
      setTimeout(destroyIdle, limits.unfinishedMilliseconds),
      setTimeout(destroyAll, limits.answersMilliseconds),
    ]
    await app.close()
    deadlines.forEach(clearTimeout)
  }
}

/** With TLS, a request's socket is not the one that was connected. */
const clientOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
