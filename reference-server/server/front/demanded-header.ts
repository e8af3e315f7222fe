import type { FastifyInstance } from 'fastify'
import type { DemandedHeader } from '../server-options.ts'

/** Ends the connection of a request without this header, so that the server can only be reached through one proxy. */
export function demandHeader(app: FastifyInstance, [name, value]: DemandedHeader): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers[name.toLowerCase()] === value) return done()
    request.raw.socket.destroy()
  })
}
