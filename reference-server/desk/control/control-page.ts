import type { FastifyInstance } from 'fastify'
import { readAsset } from '../../asset.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

/** The files by name: each one's folder and content type. */
const files = {
  'page.css': ['desk/control-page', 'text/css'],
  'control.css': ['desk/control-page', 'text/css'],
  'control.js': ['desk/control-page', 'text/javascript'],
  'ask.js': ['desk/control-page', 'text/javascript'],
  'changes.js': ['desk/control-page', 'text/javascript'],
  'elements.js': ['desk/control-page', 'text/javascript'],
  'journal.js': ['desk/control-page', 'text/javascript'],
  'sign.js': ['desk/control-page', 'text/javascript'],
} as const

/** Adds the page for people, and the files that it loads. It contains no data of the server, so it needs no token. */
export function addControlPage(app: FastifyInstance, prefix: string): void {
  const open = { config: { open: true } }
  const read = (folder: string, name: string) => readAsset(`${folder}/${name}`)
  for (const path of ['/', prefix]) app.get(path, open, (_request, reply) => reply.redirect(`${prefix}/`))
  app.get(`${prefix}/`, open, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .send(read('desk/control-page', 'page.html')),
  )
  for (const [name, [folder, type]] of Object.entries(files)) {
    app.get(`${prefix}/${name}`, open, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(read(folder, name)),
    )
  }
}
