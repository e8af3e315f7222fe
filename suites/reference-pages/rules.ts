import { type Requirement, under } from '../rule.ts'

/** The interactive reference page, which exists in debug mode only. */
export const referencePages = {
  'reference-pages.below-2': {
    level: 'must',
    statement: 'In debug mode, a server below version 2.0.0 serves the reference page at `/docs`.',
    source: under('Versioning', 'below 2.0.0 | `{base_url}/docs`'),
    also: [under('Endpoints', 'GET | `{base_url}/docs` | none | interactive API reference page')],
    reading:
      'A page is an HTML response with a 2xx status that is neither the login page nor what an unknown path returns. Redirects within the server are followed, unless an unknown path leads to the same page. A page that requires a login counts as served. Not judged if nothing declared passes the login, or if unknown paths get the same page, in which a front end may show it.',
  },
  'reference-pages.from-2': {
    level: 'must',
    statement: 'In debug mode, a server of version 2.0.0 or above serves the reference page at `/api/docs/`.',
    source: under('Versioning', '2.0.0 and above | `{base_url}/api/docs/`'),
    also: [under('Endpoints', 'GET | `{base_url}/api/docs/` | none | interactive API reference page')],
    reading:
      'A page is an HTML response with a 2xx status that is neither the login page nor what an unknown path returns. Redirects within the server are followed, unless an unknown path leads to the same page. With an unknown version, or a pre-release of 2.0.0, the page may be at either path. Not judged if the page requires a login that nothing declared passes, or if unknown paths get the same page, in which a front end may show it.',
  },
  'reference-pages.debug-only': {
    level: 'must',
    statement: 'Outside debug mode, the server serves the reference page at neither path.',
    source: under('Endpoints', 'The reference pages exist only when the server runs in debug mode'),
    also: [
      under(
        'What the service does',
        'Interactive API reference pages are served by the service itself, only when the server runs in debug mode',
      ),
    ],
    reading:
      'Judged with and without credentials, alongside a request that is accepted. An error page, a redirect elsewhere and a login page are not reference pages. Not judged by a page that names no path of the API and no program that shows APIs: it may be a manual.',
  },
  'reference-pages.no-credentials': {
    level: 'should',
    statement: 'In debug mode, the reference page is served without credentials.',
    source: under('Endpoints', '`{base_url}/api/docs/` | none | interactive API reference page'),
    reading:
      'The table lists no authentication for this page, although it does for the user list; it does not say that none is required.',
  },
} as const satisfies Record<`reference-pages.${string}`, Requirement>
