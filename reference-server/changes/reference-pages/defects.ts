import { headerValues } from '../../common/call.ts'
import { type Apply, type Defect, ofEach, wrap, wrapping, assigning } from '../change.ts'
import { Problem } from '../../server/problems.ts'
import { breaking, must, should } from '../shared/breach.ts'
import type { Methods } from '../../server/method.ts'
import { methodOf } from '../shared/method-of.ts'

const blocks = ['reference-pages.no-credentials']
const debugOnly = breaking(must('reference-pages.debug-only'), { mode: { debug: false } })
const below2 = breaking(must('reference-pages.below-2'), { blocks })
const from2 = breaking(must('reference-pages.from-2'), { blocks })

export const referencePageDefects: Record<string, Defect> = {
  'reference-page-without-debug': debugOnly(
    'The reference page is served outside debug mode.',
    assigning('mode', { debug: true }),
  ),
  'reference-page-of-old-server-without-debug': debugOnly(
    'Below 2.0.0 the reference page is served outside debug mode, at the place of later servers.',
    assigning('mode', { debug: true, serverVersion: '2.10.0' }),
    { mode: { debug: false, serverVersion: '1.4.8' } },
  ),
  'reference-page-without-debug-behind-slash': debugOnly(
    'Outside debug mode, the reference page is not at /docs but at /docs/.',
    ({ mode, paths }) => {
      mode.debug = true
      paths.referencePage.below = '/docs/'
    },
    { mode: { debug: false, serverVersion: '1.4.8' } },
  ),
  ...ofEach(
    [
      ['session', 'sessions', 'to users who are logged in on the web'],
      ['token', 'private-tokens', 'for requests with a private token'],
      ['bearer', 'bearer', 'for requests with a token'],
      ['signature', 'signature', 'for requests with a signature'],
    ] as const,
    ([method, whom, to]) => [
      `reference-page-without-debug-for-${whom}`,
      debugOnly(`Outside debug mode, the reference page is served ${to}.`, (parts) => {
        parts.mode.debug = true
        askFor(method)(parts)
      }),
    ],
  ),
  'reference-page-without-debug-for-own-host': debugOnly(
    'Outside debug mode, the reference page is served if X-Forwarded-For names the server itself.',
    (parts) => {
      parts.mode.debug = true
      wrap(parts, 'handle', (handle) => (handler, call, reply) => {
        const isHidden = call.operation === 'reference-page'
        if (isHidden && !headerValues(call, 'x-forwarded-for').includes('127.0.0.1'))
          throw new Problem('not-authenticated', 'not in debug mode')
        return handle(handler, call, reply)
      })
    },
  ),
  'reference-page-of-old-server-at-new-place': below2(
    'Below 2.0.0, the reference page is at /api/docs/.',
    pageAt('below', '/api/docs/'),
    { mode: { serverVersion: '1.4.8' } },
  ),
  'reference-page-of-version-0-at-new-place': below2(
    'Only versions that begin with 1 count as below 2.0.0.',
    pageAt('below', '/api/docs/'),
    { mode: { serverVersion: '0.9.0' } },
  ),
  'reference-page-at-old-place': from2(
    'From 2.0.0 on, the reference page is still at /docs.',
    pageAt('from', '/docs'),
  ),
  'reference-page-of-version-10-at-old-place': from2(
    'Versions are compared as strings, so 10.0.0 comes before 2.0.0.',
    ({ paths, mode }) => {
      if (mode.serverVersion < '2.0.0') paths.referencePage.from = paths.referencePage.below
    },
    { mode: { serverVersion: '10.0.0' } },
  ),
  'reference-page-of-2-0-0-at-old-place': from2(
    'Version 2.0.0 itself counts as below 2.0.0.',
    ({ paths, mode }) => {
      if (mode.serverVersion <= '2.0.0') paths.referencePage.from = paths.referencePage.below
    },
    { mode: { serverVersion: '2.0.0' } },
  ),
  'reference-page-missing-in-1-5': below2(
    'Version 1.5.0 has no reference page in debug mode.',
    assigning('mode', { debug: false }),
    { mode: { serverVersion: '1.5.0' } },
  ),
  'reference-page-of-3-is-login-page': from2(
    'Version 3.0.0 serves the login page at the path of the reference page.',
    (parts) => {
      const types = {
        csrfmiddlewaretoken: 'hidden',
        username: 'text',
        password: 'password',
        otp_code: 'text',
      }
      const inputs = Object.entries(types).map(([name, type]) => `<input name="${name}" type="${type}">`)
      insteadOfPage('text/html', `<form method="post">${inputs.join('')}</form>`)(parts)
    },
    { mode: { serverVersion: '3.0.0' } },
  ),
  'reference-page-of-2-1-is-json': from2(
    'Version 2.1.0 serves the bare JSON description at the path of the reference page.',
    insteadOfPage('application/json', '{"openapi":"3.1.0"}'),
    { mode: { serverVersion: '2.1.0' } },
  ),
  'reference-page-place-leads-home': from2(
    'There is no reference page: its path leads to the start page, as every unknown path does.',
    ({ mode, choices: { basePath }, extensions }) => {
      mode.debug = false
      extensions.push((app) => {
        app.get(`${basePath}/welcome`, (_request, reply) =>
          reply.type('text/html').send('<title>Welcome</title>'),
        )
        app.get('*', (_request, reply) => reply.redirect(`${basePath}/welcome`))
      })
    },
    { mode: { serverVersion: '2.2.0' } },
  ),
  'reference-page-asks-for-login': breaking(should('reference-pages.no-credentials'))(
    'In debug mode, the reference page is served only to users who are logged in on the web.',
    askFor('session'),
  ),
}

/** Moves the page of servers below 2.0.0, or of those from it. */
function pageAt(versions: 'below' | 'from', path: string): Apply {
  return ({ paths }) => {
    paths.referencePage[versions] = path
  }
}

function askFor(method: keyof Methods): Apply {
  return wrapping('handle', (handle, parts) => async (handler, call, reply) => {
    const isAsked = call.operation === 'reference-page'
    if (isAsked && (methodOf(call) !== method || !(await parts.authenticate(call))))
      throw new Problem('not-authenticated', 'log in first')
    return handle(handler, call, reply)
  })
}

function insteadOfPage(type: string, body: string): Apply {
  return wrapping('handle', (handle) => (handler, call, reply) => {
    if (call.operation !== 'reference-page') return handle(handler, call, reply)
    reply.type(type)
    return body
  })
}
