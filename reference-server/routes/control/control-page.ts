import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

const files = {}

/** The page for people, and what it loads. It holds nothing of the server, so that it needs no token. */
export function addControlPage(app: FastifyInstance, prefix: string): void {
  const read = (name: string) => readFileSync(new URL(`../../control-page/${name}`, import.meta.url), 'utf8')
  app.get(prefix, { config: { open: true } }, (_request, reply) => reply.redirect(`${prefix}/`))
  app.get(`${prefix}/`, { config: { open: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(read('page.html')),
  )
  for (const [name, type] of Object.entries<string>(files)) {
    app.get(`${prefix}/${name}`, { config: { open: true } }, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(read(name)),
    )
  }
}
