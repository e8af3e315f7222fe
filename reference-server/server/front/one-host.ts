import type { FastifyInstance } from 'fastify'
import { rejectionBody } from '../answers.ts'
import { choices } from '../../common/choices.ts'

/**
 * RFC 9112 section 3.2: a request with more than one Host field is answered with 400. Node silently keeps the first one,
 * while a proxy in front of it may have used the other.
 */
export function demandOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { rawHeaders } = request.raw
    let hosts = 0
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] ?? ''
      if (name.length === 4 && name.toLowerCase() === 'host') hosts++
    }
    if (hosts <= 1) return done()
    reply.status(400).send(rejectionBody(choices, 'malformed', 'there must be one Host field'))
  })
}
