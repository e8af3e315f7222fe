import type { FastifyInstance } from 'fastify'
import { readAsset } from '../../asset.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

/** The files that the page loads, by their content type. */
const files = {
  'text/css': ['page.css', 'control.css'],
  'text/javascript': ['control.js', 'ask.js', 'changes.js', 'elements.js', 'journal.js', 'sign.js'],
}

/** Adds the page for people, and the files that it loads. It contains no data of the server, so it needs no token. */
export function addControlPage(app: FastifyInstance, prefix: string): void {
  const open = { config: { open: true } }
  const read = (name: string) => readAsset(`desk/control-page/${name}`)
  for (const path of ['/', prefix]) app.get(path, open, (_request, reply) => reply.redirect(`${prefix}/`))
  app.get(`${prefix}/`, open, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .send(read('page.html')),
  )
  for (const [type, names] of Object.entries(files)) {
    for (const name of names)
      app.get(`${prefix}/${name}`, open, (_request, reply) =>
        reply.type(`${type}; charset=utf-8`).send(read(name)),
      )
  }
}
