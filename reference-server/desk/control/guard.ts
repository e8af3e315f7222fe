import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import { demandHeader } from '../../server/front/both-apps.ts'
import { sameText } from '../../domain/one-time-codes.ts'
import { isLoopback } from '../../server/loopback.ts'
import type { DemandedHeader } from '../../server/server-options.ts'
import { ControlProblem } from './control-route.ts'

export interface GuardOptions {
  /** The address that the control port is bound to. */
  host: string
  /** The token that every request must carry; undefined if none is required, which is allowed on loopback only. */
  token: string | undefined
  /** A request without this header gets no answer. */
  demandedHeader?: DemandedHeader | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs no token. */
    open?: boolean
  }
}

/**
 * Decides who may use the control port. A page of another site can reach it through a host name of its own (DNS
 * rebinding) and can send simple requests, so Host, Origin and content type are checked before anything else happens.
 */
export function addGuard(app: FastifyInstance, { host, token, demandedHeader }: GuardOptions): void {
  if (demandedHeader) demandHeader(app, demandedHeader)
  app.addHook('onRequest', (request, reply, done) => {
    const shown = bearerOf(request)
    const known = token !== undefined && shown !== undefined && sameText(shown, token)
    const { origin } = request.headers
    // A request with the token can't come from a page that was tricked into sending it.
    if (!known && !mayBeCalled(request.hostname, host))
      return done(new ControlProblem(403, 'host', 'call the control port by its address, not by this name'))
    if (origin !== undefined && origin.replace(/^https?:\/\//, '') !== request.headers.host)
      return done(new ControlProblem(403, 'origin', 'the control port answers only its own pages'))
    if (token !== undefined && !known && !request.routeOptions.config.open) {
      reply.header('www-authenticate', 'Bearer realm="control"')
      return done(
        new ControlProblem(401, 'token', 'send Authorization: Bearer and the token of the control port'),
      )
    }
    const [type = ''] = (request.headers['content-type'] ?? '').split(';')
    // Rejected even without a body: a page of another site may send that, but not this content type.
    if (['POST', 'PUT', 'PATCH'].includes(request.method) && type.trim().toLowerCase() !== 'application/json')
      return done(
        new ControlProblem(415, 'content-type', 'send a JSON body with Content-Type: application/json'),
      )
    done()
  })
}

/** Somebody else's host name can't be an IP address; on loopback, no other address leads here. */
function mayBeCalled(hostname: string, bound: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isLoopback(name)) return true
  return !isLoopback(bound) && (isIP(name) !== 0 || name === bound.toLowerCase())
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
