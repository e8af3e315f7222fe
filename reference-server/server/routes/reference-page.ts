import type { FastifyInstance } from 'fastify'
import { readAsset } from '../../asset.ts'
import { createOpenApi } from '../openapi.ts'
import type { Parts } from '../parts.ts'
import { addRoute } from './route.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** The interactive reference page, where the server's version says, and what it loads. In debug mode only. */
export function addReferencePage(app: FastifyInstance, parts: Parts): void {
  const path = referencePagePath(parts)
  const folder = `${path.replace(/\/$/, '')}/`
  const asset = (name: string) => readAsset(`server/reference-page/${name}`)
  const base = parts.choices.basePath

  addRoute(app, parts, {
    method: 'GET',
    path,
    operation: 'reference-page',
    handler(_call, reply) {
      reply.type('text/html; charset=utf-8').header('content-security-policy', policy)
      return asset('page.html')
        .replaceAll('{folder}', base + folder)
        .replaceAll('{login}', base + parts.paths.webLogin)
    },
  })
  const assets = {
    'reference.js': 'text/javascript',
    'reference.css': 'text/css',
    'signing.js': 'text/javascript',
  }
  for (const [name, type] of Object.entries(assets)) {
    addRoute(app, parts, {
      method: 'GET',
      path: folder + name,
      operation: 'reference-asset',
      handler(_call, reply) {
        reply.type(`${type}; charset=utf-8`)
        return asset(name)
      },
    })
  }
  addRoute(app, parts, {
    method: 'GET',
    path: `${folder}openapi.json`,
    operation: 'reference-asset',
    handler: () => createOpenApi(parts),
  })
}

/** Where the page of this server version stands, behind the base path. */
export function referencePagePath({ choices, mode, paths }: Parts): string {
  const below = Number(mode.serverVersion.split('.')[0]) < choices.referencePageMovedInMajor
  return below ? paths.referencePage.below : paths.referencePage.from
}
