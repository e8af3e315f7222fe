import type { FastifyInstance } from 'fastify'
import type { DemandedHeader } from '../server-options.ts'

/** A request without it gets no answer: its connection ends. So a server is reached through one proxy alone. */
export function demandHeader(app: FastifyInstance, [name, value]: DemandedHeader): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers[name.toLowerCase()] === value) return done()
    request.raw.socket.destroy()
  })
}
