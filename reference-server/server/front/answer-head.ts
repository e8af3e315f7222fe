import type { FastifyInstance } from 'fastify'
import { httpDate } from '../clock.ts'
import type { Parts } from '../parts.ts'

/**
 * What OWASP's HTTP Headers Cheat Sheet asks of an API: nothing is cached, sniffed, framed, or run as a page. A page of
 * our own names its own policy. Strict-Transport-Security is left to the owner of the host name: on a loopback name
 * it would shut out every other server on this machine.
 */
export const securityHeaders = Object.entries({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Not `no-referrer`: a browser then sends `Origin: null` with the login form, which is how a forged one looks.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
})

/**
 * What every answer carries: the Date of the movable clock, and the security headers that it does not name itself. A
 * client whose request was under way at a stop is told not to send another on its connection.
 * One hook for all three: each costs a hundredth of a request.
 */
export function addAnswerHead(app: FastifyInstance, { choices, clock }: Parts): void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  const date = createDateText(clock)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.raw.sendDate = false
    if (choices.sendsDate) reply.header('date', date())
    if (closing) reply.header('connection', 'close')
    for (const [name, value] of securityHeaders) if (!reply.hasHeader(name)) reply.header(name, value)
    done()
  })
}

/** The time now as an HTTP date, made once a second. */
function createDateText(clock: Parts['clock']): () => string {
  let second = -1
  let text = ''
  return () => {
    const now = Math.floor(clock.now() / 1000)
    if (now !== second) text = httpDate((second = now) * 1000)
    return text
  }
}
