import type { FastifyInstance } from 'fastify'

/**
 * Lets the pages of these origins call the API (Fetch standard, section 3.2). A named origin may send its cookies,
 * `*` may not. What another origin asks gets no such header, and its browser keeps the answer from it.
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
    // What else a client goes by: the time that it signs, and when to come back.
    reply.header('access-control-expose-headers', 'Date, Retry-After, WWW-Authenticate')
    // By default a page of another origin can't have what this server sends, whatever the headers above say.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (request.method !== 'OPTIONS' || method === undefined) return done()
    reply.header('access-control-allow-methods', 'GET, POST')
    // Date is a forbidden name for scripts; some send it under their own client all the same.
    reply.header(
      'access-control-allow-headers',
      'Accept, Authorization, Cache-Control, Content-Type, Date, X-Signing-String',
    )
    reply.header('access-control-max-age', '600')
    void reply.status(204).send()
  })
}
