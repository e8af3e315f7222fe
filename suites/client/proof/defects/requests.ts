import { header } from '../../../../harness/wire/exchange.ts'
import type { Client } from '../client.ts'
import {
  several,
  breaking,
  changeHeader,
  emptyAfter,
  following,
  isMethod,
  list,
  listBy,
  login,
  onUse,
  rewriting,
  withHeader,
  wrap,
  wrapping,
} from '../defect.ts'

const followingLogin = following(({ method }, client) => method === 'POST' && !isMethod(client, 'session'))

/** Follows a redirect if the text of its Location is like this. */
const followingAsText = (isFollowed: (location: string, client: Client) => boolean) =>
  wrapping('send', (send, client) => async (request) => {
    const answer = await send(request)
    const location = header(answer.headers, 'location') ?? ''
    if (isMethod(client, 'session') || !isFollowed(location, client)) return answer
    return await send({ ...request, url: new URL(location, request.url).href })
  })

/** Mistakes with sessions, lists and redirects. */
export const requestDefects = [
  ...breaking('client.session-web-login', {
    'session-made-up': listBy(['session'], (request) =>
      withHeader(request, 'Cookie', 'sessionid=0123456789abcdef'),
    ),
    'session-percent-decoded': listBy(['session'], (request) =>
      changeHeader(request, 'Cookie', decodeURIComponent),
    ),
  }),
  ...breaking('client.session-cookie', {
    'session-under-another-name': listBy(['session'], (request) =>
      changeHeader(request, 'Cookie', (value) => value.replace('sessionid=', 'session=')),
    ),
    'session-as-bearer': listBy(['session'], (request, client) => ({
      ...request,
      headers: [['Authorization', `Bearer ${client.jar.get('sessionid')}`]],
    })),
  }),
  ...breaking('client.session-latest', {
    'session-first-value-kept': (client) => {
      let first: string | undefined
      onUse(client, () => (first = undefined))
      listBy(['session'], (request) => {
        first ??= client.jar.get('sessionid')
        return changeHeader(request, 'Cookie', (value) =>
          value.replace(/sessionid=[^;]*/, `sessionid=${first}`),
        )
      })(client)
    },
  }),
  ...breaking('client.session-same-origin', {
    // Sends its cookies wherever a redirect leads.
    'session-to-any-host': following(
      ({ url }, client) => isMethod(client, 'session') && url.endsWith(client.listPath()),
    ),
    // Sends its cookies wherever a redirect leads that names a host and no scheme.
    'session-to-any-host-without-scheme': wrapping('askForList', (ask, client) => async () => {
      const answer = await ask()
      const location = header(answer.headers, 'location') ?? ''
      if (!isMethod(client, 'session') || !location.startsWith('//')) return answer
      return await client.send(client.authorize({ ...client.listRequest(), url: `http:${location}` }))
    }),
  }),
  ...breaking('client.redirect-same-origin', {
    // Sends Authorization wherever a redirect leads.
    'token-to-any-host': following((_request, client) => !isMethod(client, 'session')),
    'token-to-any-port': following(
      (_request, client) => !isMethod(client, 'session'),
      (request, url) =>
        new URL(url).hostname === new URL(request.url).hostname
          ? { ...request, url }
          : { method: 'GET', url, headers: [] },
    ),
    // Sends Authorization wherever a redirect leads that names a host and no scheme.
    'token-to-any-host-without-scheme': followingAsText((location) => location.startsWith('//')),
    // Sends Authorization wherever a redirect leads that begins like the base URL, as text.
    'token-to-what-begins-like-the-base-url': followingAsText((location, client) =>
      location.startsWith(new URL(client.base()).origin),
    ),
    'login-to-any-host': followingLogin,
    // Sends the login, its letters beyond ASCII escaped, wherever a redirect leads.
    'escaped-login-to-any-host': several(
      login((request) => ({
        ...request,
        body: String(request.body).replace(
          /[\u0080-\uffff]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
        ),
      })),
      followingLogin,
    ),
    // Logs in with a query, and sends the login wherever it redirects.
    'login-with-a-query-to-any-host': several(
      rewriting('loginPath', (path) => `${path}?format=json`),
      following(({ method, url }) => method === 'POST' && url.endsWith('?format=json')),
    ),
    'second-step-to-any-host': following(({ body }) => String(body).includes('otp_code')),
    // Sends its cookies wherever the web login leads.
    'web-login-to-any-host': wrapping('send', (send, client) => async (request) => {
      const answer = await send(request)
      const url = header(answer.headers, 'location')
      if (isMethod(client, 'session') && request.method === 'POST' && url?.startsWith('http'))
        await send({ method: 'GET', url, headers: request.headers.filter(([name]) => name === 'Cookie') })
      return answer
    }),
  }),
  ...breaking(
    [
      'client.token-bearer',
      'client.token-exact',
      'client.private-token-scheme',
      'client.private-token-exact',
      'client.signature-layout',
    ],
    {
      'authorization-twice': list((request) => ({
        ...request,
        headers: request.headers.flatMap((field) =>
          field[0] === 'Authorization' ? [field, field] : [field],
        ),
      })),
    },
  ),
  ...breaking(['client.no-endless-login', 'client.login-attempts'], {
    // Logs in on the web page ten times if every list is rejected.
    'web-logins-without-end': (client) => {
      client.mayLogInAgain = (logins) => logins < (isMethod(client, 'session') ? 10 : 2)
    },
  }),
  ...breaking('client.fails-wrong-password', {
    'web-login-failure-is-empty-list': emptyAfter(({ status }, { url, method }, client) =>
      url === client.variable('LOGIN_PAGE') && method === 'POST'
        ? status < 300 || (status > 399 && status < 500)
        : undefined,
    ),
  }),
  ...breaking('client.below-base-url', {
    // Drops the path of the base URL if it has a session.
    'session-list-at-the-root': wrapping('listRequest', (make, client) => () => {
      const request = make()
      return isMethod(client, 'session')
        ? { ...request, url: new URL(client.base()).origin + client.listPath() }
        : request
    }),
    'prefix-dropped': (client) => {
      client.base = () => new URL(client.variable('BASE_URL')).origin
      wrap(client, 'stepUrl', (url) => (otpUrl) => {
        const { origin, pathname } = new URL(client.variable('BASE_URL'))
        return url(otpUrl).replace(origin + pathname.replace(/\/$/, ''), origin)
      })
    },
  }),
  ...breaking('client.list-get', {
    'list-by-post': wrapping('listRequest', (make) => () => ({ ...make(), method: 'POST' })),
    'list-with-a-body': wrapping('listRequest', (make) => () => {
      const request = make()
      return { ...withHeader(request, 'Content-Type', 'application/json'), body: '{}' }
    }),
  }),
  ...breaking('client.list-path', {
    'list-without-slash': { listPath: () => '/api/v1/users/users' },
    'list-at-a-guessed-path': { listPath: () => '/api/v1/users/' },
  }),
  ...breaking('client.lists-users', {
    'first-user-only': wrapping('recordsOf', (records) => (answer) => records(answer)?.slice(0, 1)),
    'users-as-numbers': wrapping(
      'recordsOf',
      (records) => (answer) => records(answer)?.map((_, index) => index),
    ),
  }),
]
