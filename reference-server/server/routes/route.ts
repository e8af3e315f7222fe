import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call, Operation } from '../../common/call.ts'
import type { PathFamily } from '../../common/choices.ts'
import type { Handler, Parts } from '../parts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined until a route was found and the body was read. */
    call: Call | undefined
  }
}

interface Route {
  method: 'GET' | 'POST'
  path: string
  operation: Operation
  family?: PathFamily
  handler: Handler
}

/** Adds one route to the application; requests reach its handler as a Call, through `parts.handle`. */
export function addRoute(app: FastifyInstance, parts: Parts, route: Route): void {
  const { method, path, operation, family, handler } = route
  app.route({
    method,
    url: parts.choices.basePath + path,
    handler: (request, reply) => {
      request.call = callOf(request, operation, family)
      return parts.handle(handler, request.call, reply)
    },
  })
}

function callOf(request: FastifyRequest, operation: Operation, family: PathFamily | undefined): Call {
  const { raw } = request
  return {
    operation,
    family,
    encoding: encodingOf(raw.headers['content-type']),
    method: raw.method ?? '',
    // Never request.url, which a router may rewrite: the signature covers what was sent.
    target: raw.url ?? '',
    rawHeaders: raw.rawHeaders,
    body: request.body,
    connection: raw.socket,
  }
}

function encodingOf(contentType: string | undefined): Call['encoding'] {
  if (contentType === undefined) return 'none'
  return contentType.trim().toLowerCase().startsWith('application/x-www-form-urlencoded') ? 'form' : 'json'
}
