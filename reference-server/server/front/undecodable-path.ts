import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

/**
 * Treats a target that cannot be decoded (`/%zz`, `http:///`) as an unknown path. The framework by itself bypasses every
 * hook for it: the answer lacks the headers and the Date of all other answers, and is missing from journal and log.
 */
export function createUndecodablePathHandler(app: () => FastifyInstance) {
  return (_error: Error, request: FastifyRequest, { raw: response }: FastifyReply): void => {
    const raw: IncomingMessage & { originalUrl?: string } = request.raw
    raw.originalUrl = raw.url ?? ''
    raw.url = `/${encodeURIComponent(raw.originalUrl)}`
    app().routing(raw, response)
  }
}
