import {
  answerInstead,
  breaking,
  changeHeader,
  defect,
  following,
  isMethod,
  list,
  listBy,
  login,
  onUse,
  withHeader,
  wrap,
  wrapping,
} from '../defect.ts'

const sessionCookie = breaking('client.session-cookie')
const redirectSameOrigin = breaking('client.redirect-same-origin')
const belowBaseUrl = breaking('client.below-base-url')
const listGet = breaking('client.list-get')
const listPath = breaking('client.list-path')
const listsUsers = breaking('client.lists-users')

/** Mistakes with sessions, lists and redirects. */
export const requestDefects = [
  defect('session-made-up', 'Sends a cookie of its own making.', ['client.session-web-login'], (client) =>
    listBy(client, ['session'], (request) => withHeader(request, 'Cookie', 'sessionid=0123456789abcdef')),
  ),
  sessionCookie('session-under-another-name', 'Sends the session as the cookie session.', (client) =>
    listBy(client, ['session'], (request) =>
      changeHeader(request, 'Cookie', (value) => value.replace('sessionid=', 'session=')),
    ),
  ),
  sessionCookie('session-as-bearer', 'Sends the session as a Bearer token.', (client) =>
    listBy(client, ['session'], (request) => ({
      ...request,
      headers: [['Authorization', `Bearer ${client.jar.get('sessionid')}`]],
    })),
  ),
  defect(
    'session-first-value-kept',
    'Keeps the first session cookie that it gets.',
    ['client.session-latest'],
    (client) => {
      let first: string | undefined
      onUse(client, () => (first = undefined))
      list(client, (request) => {
        if (!isMethod(client, 'session')) return request
        first ??= client.jar.get('sessionid')
        return changeHeader(request, 'Cookie', (value) =>
          value.replace(/sessionid=[^;]*/, `sessionid=${first}`),
        )
      })
    },
  ),
  defect(
    'session-to-any-host',
    'Sends its cookies wherever a redirect leads.',
    ['client.session-same-origin'],
    (client) =>
      following(client, ({ url }) => isMethod(client, 'session') && url.endsWith(client.listPath())),
  ),
  redirectSameOrigin('token-to-any-host', 'Sends Authorization wherever a redirect leads.', (client) =>
    following(client, () => !isMethod(client, 'session')),
  ),
  redirectSameOrigin('login-to-any-host', 'Sends the login wherever a redirect leads.', (client) =>
    following(client, ({ method }) => method === 'POST' && !isMethod(client, 'session')),
  ),
  redirectSameOrigin(
    'escaped-login-to-any-host',
    'Sends the login, its letters beyond ASCII escaped, wherever a redirect leads.',
    (client) => {
      login(client, (request) => ({
        ...request,
        body: String(request.body).replace(
          /[\u0080-\uffff]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
        ),
      }))
      following(client, ({ method }) => method === 'POST' && !isMethod(client, 'session'))
    },
  ),
  redirectSameOrigin(
    'login-with-a-query-to-any-host',
    'Logs in with a query, and sends the login wherever it redirects.',
    (client) => {
      wrap(client, 'loginPath', (path) => () => `${path()}?format=json`)
      following(client, ({ method, url }) => method === 'POST' && url.endsWith('?format=json'))
    },
  ),
  redirectSameOrigin(
    'second-step-to-any-host',
    'Sends seed and code wherever a redirect of the second step leads.',
    (client) => following(client, ({ body }) => String(body).includes('otp_code')),
  ),
  defect(
    'authorization-twice',
    'Sends the Authorization header twice.',
    [
      'client.token-bearer',
      'client.token-exact',
      'client.private-token-scheme',
      'client.private-token-exact',
      'client.signature-layout',
    ],
    (client) =>
      list(client, (request) => ({
        ...request,
        headers: request.headers.flatMap((field) =>
          field[0] === 'Authorization' ? [field, field] : [field],
        ),
      })),
  ),
  redirectSameOrigin('web-login-to-any-host', 'Sends its cookies wherever the web login leads.', (client) =>
    wrap(client, 'send', (send) => async (request) => {
      const answer = await send(request)
      const url = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
      if (isMethod(client, 'session') && request.method === 'POST' && url?.startsWith('http'))
        await send({ method: 'GET', url, headers: request.headers.filter(([name]) => name === 'Cookie') })
      return answer
    }),
  ),
  defect(
    'web-logins-without-end',
    'Logs in on the web page ten times if every list is rejected.',
    ['client.no-endless-login', 'client.login-attempts'],
    (client) => {
      client.mayLogInAgain = (logins) => logins < (isMethod(client, 'session') ? 10 : 2)
    },
  ),
  defect(
    'web-login-failure-is-empty-list',
    'Answers an empty list if the web login fails.',
    ['client.fails-wrong-password'],
    (client) => {
      let isRejected = false
      wrap(client, 'send', (send) => async (request) => {
        const answer = await send(request)
        if (request.url === client.env['CONFORMANCE_LOGIN_PAGE'] && request.method === 'POST')
          isRejected = answer.status < 300 || (answer.status > 399 && answer.status < 500)
        return answer
      })
      answerInstead(client, () => isRejected)
    },
  ),
  belowBaseUrl(
    'session-list-at-the-root',
    'Drops the path of the base URL if it has a session.',
    wrapping('listRequest', (make, client) => () => {
      const request = make()
      return isMethod(client, 'session')
        ? { ...request, url: new URL(client.base()).origin + client.listPath() }
        : request
    }),
  ),
  listGet('list-by-post', 'Asks for the list with POST.', (client) =>
    wrap(client, 'listRequest', (make) => () => ({ ...make(), method: 'POST' })),
  ),
  listGet('list-with-a-body', 'Sends an empty JSON object with the list.', (client) =>
    wrap(client, 'listRequest', (make) => () => {
      const request = make()
      return { ...withHeader(request, 'Content-Type', 'application/json'), body: '{}' }
    }),
  ),
  listPath('list-without-slash', 'Leaves out the slash at the end of the list path.', (client) => {
    client.listPath = () => '/api/v1/users/users'
  }),
  listPath('list-at-a-guessed-path', 'Asks for the list at /api/v1/users/.', (client) => {
    client.listPath = () => '/api/v1/users/'
  }),
  belowBaseUrl('prefix-dropped', 'Drops the path of the base URL.', (client) => {
    client.base = () => new URL(client.env['CONFORMANCE_BASE_URL'] ?? '').origin
    wrap(client, 'stepUrl', (url) => (otpUrl) => {
      const { origin, pathname } = new URL(client.env['CONFORMANCE_BASE_URL'] ?? '')
      return url(otpUrl).replace(origin + pathname.replace(/\/$/, ''), origin)
    })
  }),
  listsUsers('first-user-only', 'Answers only the first user.', (client) =>
    wrap(client, 'recordsOf', (records) => (answer) => records(answer)?.slice(0, 1)),
  ),
  listsUsers('users-as-numbers', 'Answers numbers instead of records.', (client) =>
    wrap(client, 'recordsOf', (records) => (answer) => records(answer)?.map((_, index) => index)),
  ),
]
