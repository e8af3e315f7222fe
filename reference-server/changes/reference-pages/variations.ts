import type { IncomingHttpHeaders } from 'node:http'
import { type Variation, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { legal } from '../legal.ts'

/** The reference page, and what stands at paths where nothing is. */
export const pageVariations: Variation[] = [
  legal(
    'reference-page-behind-login',
    'The reference page is for those who are logged in; others are led to the login page.',
    (parts) => {
      wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
        if (call.operation !== 'reference-page' || (await parts.authenticate(call)))
          return handle(handler, call, reply)
        return reply.redirect(parts.paths.webLogin)
      })
    },
    { breaks: [{ requirement: 'reference-pages.no-credentials', level: 'should' }] },
  ),
  legal(
    'reference-page-behind-slash',
    'Below 2.0.0 the address of the reference page is a redirect to its form with a slash.',
    slashed,
    { mode: { serverVersion: '1.5.2' } },
  ),
  legal(
    'reference-page-of-unknown-version',
    'Nobody says which version this is, and the page is at the older place.',
    ({ mode }) => {
      mode.serverVersion = '1.4.8'
    },
    { declare: { serverVersion: null }, notApplicable: ['reference-pages.from-2'] },
  ),
  unknownPaths(
    'unknown-paths-lead-to-login',
    'Every path where nothing is leads to the login page.',
    () => undefined,
  ),
  unknownPaths(
    'unknown-paths-show-application',
    'Every path where nothing is shows the front end.',
    () => '<title>App</title>',
  ),
  unknownPaths(
    'unknown-paths-show-themselves',
    'Every path where nothing is shows a page with that path and a number of its own.',
    (path, count) => `<!doctype html><title>Nothing</title><p>${path} is not here. Incident ${count}.</p>`,
  ),
  unknownPaths(
    'unknown-paths-greet-users',
    'Every path where nothing is shows the front end, which greets whoever presents a credential.',
    (_path, _count, { authorization, cookie }) =>
      `<title>App</title><p>${authorization || cookie ? 'Welcome back.' : 'Log in, please.'}</p>`,
  ),
  unknownPaths(
    'unknown-paths-link-to-docs',
    'Every path where nothing is shows a page that names the last word of the path and links to /docs.',
    (path) =>
      `<a href="/docs">Help</a><a href="/api/docs/">API</a><p>No “${path.split('/').findLast(Boolean)}”.</p>`,
  ),
  unknownPaths(
    'unknown-paths-differ-below-api',
    'Every path where nothing is shows a page, another below /api/ than elsewhere.',
    (path) => `<title>${path.includes('/api/') ? 'No such resource' : 'No such page'}</title>`,
  ),
  legal(
    'unknown-paths-list-endpoints',
    'Every path where nothing is lists the endpoints, an array of objects as the list of users is.',
    ({ extensions }) => {
      const endpoints = ['users', 'auth'].map((name, id) => ({ id, name, url: `/api/${name}/` }))
      extensions.push((app) => {
        app.get('*', (_request, reply) => reply.send(endpoints))
      })
    },
  ),
]

/** `/docs` is a redirect to `/docs/`. */
export function slashed({ choices, paths, extensions }: Parts): void {
  paths.referencePage.below = '/docs/'
  extensions.push((app) => {
    const page = `${choices.basePath}/docs`
    app.get(page, (_request, reply) => reply.redirect(`${page}/`, 301))
  })
}

function unknownPaths(
  name: string,
  summary: string,
  page: (path: string, count: number, headers: IncomingHttpHeaders) => string | undefined,
): Variation {
  let count = 0
  return legal(
    name,
    summary,
    ({ extensions, paths }) => {
      extensions.push((app) => {
        app.get('*', (request, reply) => {
          const shown = page(request.url, ++count, request.headers)
          return shown === undefined ? reply.redirect(paths.webLogin) : reply.type('text/html').send(shown)
        })
      })
    },
    // Both answer every path.
    { mode: { debug: false }, excludes: ['unknown-paths-list-endpoints'] },
  )
}
