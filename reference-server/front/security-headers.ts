import type { FastifyInstance } from 'fastify'

/**
 * What OWASP's HTTP Headers Cheat Sheet asks of an API: nothing is kept, sniffed, framed, or run as a page. A page of
 * our own names its own policy. Strict-Transport-Security is left to whoever owns the host name: on a loopback name
 * it would shut out every other server on this machine.
 */
const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Not `no-referrer`: a browser then sends `Origin: null` with the login form, which is how a forged one looks.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** A header that the answer has already stays as it is. */
export function addSecurityHeaders(app: FastifyInstance): void {
  const entries = Object.entries(headers)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of entries) if (!reply.hasHeader(name)) reply.header(name, value)
    done()
  })
}
