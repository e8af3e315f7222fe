import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

/**
 * A target that cannot be read (`/%zz`, `http:///`) is one where nothing is. By itself the framework answers it past every
 * hook: without the headers and the Date of all other answers, and seen by neither journal nor log.
 */
export function createUndecodablePathHandler(app: () => FastifyInstance) {
  return (_error: Error, request: FastifyRequest, { raw: response }: FastifyReply): void => {
    const raw: IncomingMessage & { originalUrl?: string } = request.raw
    raw.originalUrl = raw.url ?? ''
    raw.url = `/${encodeURIComponent(raw.originalUrl)}`
    app().routing(raw, response)
  }
}
