import type { FastifyInstance } from 'fastify'
import type { Parts } from '../parts.ts'
import { addRoute } from './route.ts'
import { sendPage } from './web-page.ts'

/** The interactive reference page, where the server's version says. */
export function addReferencePage(app: FastifyInstance, parts: Parts): void {
  const { choices, mode, paths } = parts
  const below = Number(mode.serverVersion.split('.')[0]) < choices.referencePageMovedInMajor
  addRoute(app, parts, {
    method: 'GET',
    path: below ? paths.referencePage.below : paths.referencePage.from,
    operation: 'reference-page',
    handler: (_call, reply) => sendPage(reply, 'API reference', '<h1>API reference</h1>'),
  })
}
