import type { FastifyInstance } from 'fastify'

/** A header field that every request has to carry. */
export type DemandedHeader = readonly [name: string, value: string]

/** A request without it gets no answer: its connection ends. So a server is reached through one proxy alone. */
export function demandHeader(app: FastifyInstance, [name, value]: DemandedHeader): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers[name.toLowerCase()] === value) return done()
    request.raw.socket.destroy()
  })
}
