// What the application of the server and that of the control port have in common.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { choices } from '../../common/choices.ts'
import { rejectionBody } from '../answers.ts'
import type { DemandedHeader } from '../server-options.ts'

export const commonSettings = (app: () => FastifyInstance) => ({
  exposeHeadRoutes: false,
  // A stop closes idle connections; requests under way are answered first.
  forceCloseConnections: 'idle' as const,
  return503OnClosing: false,
  frameworkErrors: createUndecodablePathHandler(app),
  schemaController: { compilersFactory: withoutSchemas },
})

/**
 * Treats a target that cannot be decoded (`/%zz`, `http:///`) as an unknown path. The framework by itself bypasses every
 * hook for it: the answer lacks the headers and the Date of all other answers, and is missing from journal and log.
 */
function createUndecodablePathHandler(app: () => FastifyInstance) {
  return (_error: Error, request: FastifyRequest, { raw: response }: FastifyReply): void => {
    const raw: IncomingMessage & { originalUrl?: string } = request.raw
    raw.originalUrl = raw.url ?? ''
    raw.url = `/${encodeURIComponent(raw.originalUrl)}`
    app().routing(raw, response)
  }
}

/**
 * Replaces the framework's compilers for request and response schemas, since there are none: loading the compilers takes
 * a tenth of the server's start.
 */
const withoutSchemas = {
  buildValidator(): never {
    throw new Error('a route has a schema; leave out withoutSchemas.buildValidator')
  },
  buildSerializer(): never {
    throw new Error('an answer has a schema; leave out withoutSchemas.buildSerializer')
  },
}

/** Ends the connection of a request without this header, so that the server can only be reached through one proxy. */
export function demandHeader(app: FastifyInstance, [name, value]: DemandedHeader): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers[name.toLowerCase()] === value) return done()
    request.raw.socket.destroy()
  })
}

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

/**
 * Answers a path that exists only with other methods with 405, and any other with 404. `reject` makes the bodies. Call it
 * before the routes are added: the framework can't be asked for a path with a star in it.
 */
export function rejectUnknown(
  app: FastifyInstance,
  settings: Parameters<FastifyInstance['setNotFoundHandler']>[0] & object,
  hint: (path: string) => string,
  reject: (word: string, sentence: string) => unknown,
): void {
  const methodsOf = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), ...[method].flat()])
  })
  app.setNotFoundHandler(settings, (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const allowed = methodsOf.get(path) ?? []
    if (allowed.length === 0) return reply.status(404).send(reject('not-found', hint(path)))
    reply.header('allow', allowed.join(', '))
    return reply.status(405).send(reject('method-not-allowed', `use ${allowed.join(' or ')}`))
  })
}
