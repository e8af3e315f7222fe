import { headerValues } from '../../common/call.ts'
import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { NotAuthenticated } from '../../server/problems.ts'
import { must, should } from '../shared/breach.ts'
import type { Methods } from '../../server/authentication/method.ts'
import { methodOf } from '../shared/method-of.ts'

const both = ['reference-pages.no-credentials']

export const referencePageDefects: Defect[] = [
  {
    name: 'reference-page-without-debug',
    summary: 'The reference page is served outside debug mode.',
    breaks: must('reference-pages.debug-only'),
    mode: { debug: false },
    apply({ mode }) {
      mode.debug = true
    },
  },
  {
    name: 'reference-page-of-old-server-without-debug',
    summary: 'Below 2.0.0 the reference page is served outside debug mode, at the place of later servers.',
    breaks: must('reference-pages.debug-only'),
    mode: { debug: false, serverVersion: '1.4.8' },
    apply({ mode }) {
      mode.debug = true
      mode.serverVersion = '2.10.0'
    },
  },
  {
    name: 'reference-page-without-debug-behind-slash',
    summary: 'Outside debug mode, the reference page is not at /docs but at /docs/.',
    breaks: must('reference-pages.debug-only'),
    mode: { debug: false, serverVersion: '1.4.8' },
    apply({ mode, paths }) {
      mode.debug = true
      paths.referencePage.below = '/docs/'
    },
  },
  {
    name: 'reference-page-without-debug-for-sessions',
    summary: 'Outside debug mode, the reference page is served to users who are logged in on the web.',
    breaks: must('reference-pages.debug-only'),
    mode: { debug: false },
    apply(parts) {
      parts.mode.debug = true
      askFor(parts, 'session')
    },
  },
  {
    name: 'reference-page-without-debug-for-private-tokens',
    summary: 'Outside debug mode, the reference page is served for requests with a private token.',
    breaks: must('reference-pages.debug-only'),
    mode: { debug: false },
    apply(parts) {
      parts.mode.debug = true
      askFor(parts, 'token')
    },
  },
  ...(['bearer', 'signature'] as const).map((method): Defect => ({
    name: `reference-page-without-debug-for-${method}`,
    summary: `Outside debug mode, the reference page is served for requests with a ${method === 'bearer' ? 'token' : method}.`,
    breaks: must('reference-pages.debug-only'),
    mode: { debug: false },
    apply(parts) {
      parts.mode.debug = true
      askFor(parts, method)
    },
  })),
  {
    name: 'reference-page-without-debug-for-own-host',
    summary: 'Outside debug mode, the reference page is served if X-Forwarded-For names the server itself.',
    breaks: must('reference-pages.debug-only'),
    mode: { debug: false },
    apply(parts) {
      parts.mode.debug = true
      wrap(parts, 'handle', (handle) => (handler, call, reply) => {
        const isHidden = call.operation === 'reference-page'
        if (isHidden && !headerValues(call, 'x-forwarded-for').includes('127.0.0.1'))
          throw new NotAuthenticated('not in debug mode')
        return handle(handler, call, reply)
      })
    },
  },
  {
    name: 'reference-page-of-old-server-at-new-place',
    summary: 'Below 2.0.0, the reference page is at /api/docs/.',
    breaks: must('reference-pages.below-2'),
    blocks: both,
    mode: { serverVersion: '1.4.8' },
    apply({ paths }) {
      paths.referencePage.below = paths.referencePage.from
    },
  },
  {
    name: 'reference-page-of-version-0-at-new-place',
    summary: 'Only versions that begin with 1 count as below 2.0.0.',
    breaks: must('reference-pages.below-2'),
    blocks: both,
    mode: { serverVersion: '0.9.0' },
    apply({ paths }) {
      paths.referencePage.below = paths.referencePage.from
    },
  },
  {
    name: 'reference-page-at-old-place',
    summary: 'From 2.0.0 on, the reference page is still at /docs.',
    breaks: must('reference-pages.from-2'),
    blocks: both,
    apply({ paths }) {
      paths.referencePage.from = paths.referencePage.below
    },
  },
  {
    name: 'reference-page-of-version-10-at-old-place',
    summary: 'Versions are compared as strings, so 10.0.0 comes before 2.0.0.',
    breaks: must('reference-pages.from-2'),
    blocks: both,
    mode: { serverVersion: '10.0.0' },
    apply({ paths, mode }) {
      if (mode.serverVersion < '2.0.0') paths.referencePage.from = paths.referencePage.below
    },
  },
  {
    name: 'reference-page-of-2-0-0-at-old-place',
    summary: 'Version 2.0.0 itself counts as below 2.0.0.',
    breaks: must('reference-pages.from-2'),
    blocks: both,
    mode: { serverVersion: '2.0.0' },
    apply({ paths, mode }) {
      if (mode.serverVersion <= '2.0.0') paths.referencePage.from = paths.referencePage.below
    },
  },
  {
    name: 'reference-page-missing-in-1-5',
    summary: 'Version 1.5.0 has no reference page in debug mode.',
    breaks: must('reference-pages.below-2'),
    blocks: both,
    mode: { serverVersion: '1.5.0' },
    apply({ mode }) {
      mode.debug = false
    },
  },
  {
    name: 'reference-page-of-3-is-login-page',
    summary: 'Version 3.0.0 serves the login page at the path of the reference page.',
    breaks: must('reference-pages.from-2'),
    blocks: both,
    mode: { serverVersion: '3.0.0' },
    apply(parts) {
      const types = {
        csrfmiddlewaretoken: 'hidden',
        username: 'text',
        password: 'password',
        otp_code: 'text',
      }
      const inputs = Object.entries(types).map(([name, type]) => `<input name="${name}" type="${type}">`)
      insteadOfPage(parts, 'text/html', `<form method="post">${inputs.join('')}</form>`)
    },
  },
  {
    name: 'reference-page-of-2-1-is-json',
    summary: 'Version 2.1.0 serves the bare JSON description at the path of the reference page.',
    breaks: must('reference-pages.from-2'),
    blocks: both,
    mode: { serverVersion: '2.1.0' },
    apply(parts) {
      insteadOfPage(parts, 'application/json', '{"openapi":"3.1.0"}')
    },
  },
  {
    name: 'reference-page-place-leads-home',
    summary: 'There is no reference page: its path leads to the start page, as every unknown path does.',
    breaks: must('reference-pages.from-2'),
    blocks: both,
    mode: { serverVersion: '2.2.0' },
    apply({ mode, choices: { basePath }, extensions }) {
      mode.debug = false
      extensions.push((app) => {
        app.get(`${basePath}/welcome`, (_request, reply) =>
          reply.type('text/html').send('<title>Welcome</title>'),
        )
        app.get('*', (_request, reply) => reply.redirect(`${basePath}/welcome`))
      })
    },
  },
  {
    name: 'reference-page-asks-for-login',
    summary: 'In debug mode, the reference page is served only to users who are logged in on the web.',
    breaks: should('reference-pages.no-credentials'),
    apply(parts) {
      askFor(parts, 'session')
    },
  },
]

function askFor(parts: Parts, method: keyof Methods): void {
  wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
    const isAsked = call.operation === 'reference-page'
    if (isAsked && (methodOf(call) !== method || !(await parts.authenticate(call))))
      throw new NotAuthenticated('log in first')
    return handle(handler, call, reply)
  })
}

function insteadOfPage(parts: Parts, type: string, body: string): void {
  wrap(parts, 'handle', (handle) => (handler, call, reply) => {
    if (call.operation !== 'reference-page') return handle(handler, call, reply)
    reply.type(type)
    return body
  })
}
