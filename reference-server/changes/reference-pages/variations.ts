import { should } from '../shared/breach.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { type Variation, wrapping, assigning } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { because, legal, extending } from '../legal.ts'

/** Shows the reference page to logged-in users only; others are redirected to the login page. */
export const pagesForUsers = wrapping('handle', (handle, parts) => async (handler, call, reply) => {
  if (call.operation !== 'reference-page' || (await parts.authenticate(call)))
    return handle(handler, call, reply)
  return reply.redirect(parts.paths.webLogin)
})

/** Variations whose reference page is at a path of its own. */
const ofOtherPlaces = [
  'reference-page-behind-slash',
  'reference-page-behind-redirect',
  'reference-page-of-unknown-version',
]

/** The reference page, and what the server answers at unknown paths. */
export const pageVariations: Record<string, Variation> = {
  'reference-page-behind-login': legal(
    'The reference page is only for logged-in users; others are redirected to the login page.',
    pagesForUsers,
    { breaks: should('reference-pages.no-credentials') },
  ),
  'reference-page-behind-undeclared-session': legal(
    'The reference page is only for users who are logged in on the web, and no session is declared.',
    wrapping('handle', (handle, parts) => async (handler, call, reply) => {
      if (call.operation !== 'reference-page') return handle(handler, call, reply)
      return reply.redirect(parts.paths.webLogin)
    }),
    {
      mode: { debug: true },
      excludes: ofOtherPlaces,
      declare: { session: null },
      untested: [
        'reference-pages.from-2',
        'anonymous.unknown-session',
        'session.accepted',
        'session.web-login',
        'session.not-before-login',
      ],
      inconclusive: because('Nobody has seen the page.', ['reference-pages.no-credentials']),
    },
  ),
  'reference-page-in-front-end': legal(
    'Every unknown path serves the front end, which shows the reference page at its path.',
    ({ mode, extensions }) => {
      mode.debug = false
      extensions.push((app) => {
        app.get('*', (_request, reply) => reply.type('text/html').send('<title>App</title>'))
      })
    },
    {
      mode: { debug: true },
      excludes: [...ofOtherPlaces, 'unknown-paths-list-endpoints'],
      inconclusive: because('Only a browser tells the page from others.', [
        'reference-pages.from-2',
        'reference-pages.no-credentials',
      ]),
    },
  ),
  'reference-page-behind-slash': legal(
    'Below 2.0.0, the path of the reference page redirects to the one with a trailing slash.',
    slashed,
    { mode: { serverVersion: '1.5.2' } },
  ),
  'reference-page-behind-redirect': legal(
    'The path of the reference page redirects to a page of another path.',
    ({ choices, paths, extensions }) => {
      const place = `${choices.basePath}${paths.referencePage.from}`
      paths.referencePage.from = '/swagger-ui/index.html'
      extensions.push((app) => {
        app.get(place, (_request, reply) => reply.redirect(`${choices.basePath}/swagger-ui/index.html`))
      })
    },
  ),
  'reference-page-of-unknown-version': legal(
    'The version is not declared, and the page is at the older path.',
    assigning('mode', { serverVersion: '1.4.8' }),
    { declare: { serverVersion: null }, notApplicable: ['reference-pages.from-2'] },
  ),
  'manual-at-place-of-reference-page': legal(
    'Outside debug mode, the path of older reference pages shows a manual for people.',
    extending((app, { choices }) => {
      app.get(`${choices.basePath}/docs`, (_request, reply) =>
        reply.type('text/html').send('<title>Handbook</title><h1>How to use the front end</h1>'),
      )
    }),
    {
      mode: { debug: false },
      excludes: ['reference-page-behind-slash'],
      inconclusive: because('The page may be any other than a reference page.', [
        'reference-pages.debug-only',
      ]),
    },
  ),
  'unknown-paths-lead-to-login': unknownPaths(
    'Every unknown path redirects to the login page.',
    () => undefined,
  ),
  'unknown-paths-show-application': unknownPaths(
    'Every unknown path serves the front end.',
    () => '<title>App</title>',
  ),
  'unknown-paths-show-themselves': unknownPaths(
    'Every unknown path serves a page with that path and a number.',
    (path, count) => `<!doctype html><title>Nothing</title><p>${path} is not here. Incident ${count}.</p>`,
  ),
  'unknown-paths-greet-users': unknownPaths(
    'Every unknown path serves the front end, which greets callers who send a credential.',
    (_path, _count, { authorization, cookie }) =>
      `<title>App</title><p>${authorization || cookie ? 'Welcome back.' : 'Log in, please.'}</p>`,
  ),
  'unknown-paths-link-to-docs': unknownPaths(
    'Every unknown path serves a page that names the last word of the path and links to /docs.',
    (path) =>
      `<a href="/docs">Help</a><a href="/api/docs/">API</a><p>No “${path.split('/').findLast(Boolean)}”.</p>`,
  ),
  'unknown-paths-differ-below-api': unknownPaths(
    'Every unknown path serves a page, a different one below /api/.',
    (path) => `<title>${path.includes('/api/') ? 'No such resource' : 'No such page'}</title>`,
  ),
  'root-lists-endpoints': legal(
    'The root lists the endpoints in an array of objects, like the list of users, each time with another number.',
    ({ choices, extensions }) => {
      let asked = 0
      extensions.push((app) => {
        app.get(`${choices.basePath}/`, (_request, reply) => {
          asked++
          return reply.send(endpoints.map((each) => ({ ...each, asked })))
        })
      })
    },
  ),
  'unknown-paths-list-endpoints': legal(
    'Every unknown path lists the endpoints in an array of objects, like the list of users.',
    extending((app) => {
      app.get('*', (_request, reply) => reply.send(endpoints))
    }),
  ),
}

const endpoints = ['users', 'auth'].map((name, id) => ({ id, name, url: `/api/${name}/` }))

/** Redirects `/docs` to `/docs/`. */
export function slashed({ choices, paths, extensions }: Parts): void {
  paths.referencePage.below = '/docs/'
  extensions.push((app) => {
    const page = `${choices.basePath}/docs`
    app.get(page, (_request, reply) => reply.redirect(`${page}/`, 301))
  })
}

function unknownPaths(
  summary: string,
  page: (path: string, count: number, headers: IncomingHttpHeaders) => string | undefined,
): Variation {
  let count = 0
  return legal(
    summary,
    extending((app, { paths }) => {
      app.get('*', (request, reply) => {
        const shown = page(request.url, ++count, request.headers)
        return shown === undefined ? reply.redirect(paths.webLogin) : reply.type('text/html').send(shown)
      })
    }),
    // Both answer every path.
    { mode: { debug: false }, excludes: ['unknown-paths-list-endpoints'] },
  )
}
