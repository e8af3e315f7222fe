import type { FastifyInstance } from 'fastify'
import { readAsset, readSwaggerUi } from '../../asset.ts'
import type { Parts } from '../parts.ts'
import { describeApi } from './describe-api.ts'
import { addRoute } from './route.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'"

const ours = (name: string) => readAsset(`server/reference-page/${name}`)

/** The files that the page loads: the folder and content type of each. */
const assets = {
  'reference.js': [ours, 'text/javascript'],
  'reference.css': [ours, 'text/css'],
  'signing.js': [ours, 'text/javascript'],
  'swagger-ui-bundle.js': [readSwaggerUi, 'text/javascript'],
  'swagger-ui.css': [readSwaggerUi, 'text/css'],
} as const

/** Adds Swagger UI with the description of this server, at the place for the server's version. In debug mode only. */
export function addReferencePage(app: FastifyInstance, parts: Parts): void {
  const path = referencePagePath(parts)
  const folder = `${path.replace(/\/$/, '')}/`

  addRoute(app, parts, {
    method: 'GET',
    path,
    operation: 'reference-page',
    handler(_call, reply) {
      reply.type('text/html; charset=utf-8').header('content-security-policy', policy)
      return ours('page.html').replaceAll('{folder}', parts.choices.basePath + folder)
    },
  })
  for (const [name, [read, type]] of Object.entries(assets)) {
    addRoute(app, parts, {
      method: 'GET',
      path: folder + name,
      operation: 'reference-asset',
      handler(_call, reply) {
        reply.type(`${type}; charset=utf-8`)
        return read(name)
      },
    })
  }
  addRoute(app, parts, {
    method: 'GET',
    path: `${folder}openapi.json`,
    operation: 'reference-asset',
    handler: () => describeApi(parts),
  })
}

/** Returns the path of the page for this server version, below the base path. */
export function referencePagePath({ choices, mode, paths }: Parts): string {
  const below = Number(mode.serverVersion.split('.')[0]) < choices.referencePageMovedInMajor
  return below ? paths.referencePage.below : paths.referencePage.from
}
