import type { FastifyInstance } from 'fastify'

/**
 * Lets pages of these origins call the API (Fetch standard, section 3.2). A named origin may send its cookies, `*` may
 * not. Other origins get no such header, so the browser withholds the answer from them.
 */
export function addCors(app: FastifyInstance, origins: readonly string[]): void {
  const headersFor = (origin: string | undefined): Record<string, string> => {
    if (origin !== undefined && origins.includes(origin))
      return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
    return origins.includes('*') ? { 'access-control-allow-origin': '*' } : {}
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': method } = request.headers
    reply.header('vary', 'Origin').headers(headersFor(origin))
    // Other headers that clients need: the time for signatures, and when to retry.
    reply.header('access-control-expose-headers', 'Date, Retry-After, WWW-Authenticate')
    // By default, a page of another origin can't read what this server sends, whatever the headers above say.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (request.method !== 'OPTIONS' || method === undefined) return done()
    reply.header('access-control-allow-methods', 'GET, POST')
    // Scripts may not set Date, but some send it from clients of their own.
    reply.header(
      'access-control-allow-headers',
      'Accept, Authorization, Cache-Control, Content-Type, Date, X-Signing-String',
    )
    reply.header('access-control-max-age', '600')
    void reply.status(204).send()
  })
}
