import { objectOf } from '../client.ts'
import { defect, login, sending, withFields, withHeader, wrap } from '../defect.ts'

const form = (fields: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()

/** Mistakes in the credential request. */
export const loginDefects = [
  defect('login-by-put', 'Logs in by PUT.', ['client.login-post'], (client) =>
    login(client, (request) => ({ ...request, method: 'PUT' })),
  ),
  defect(
    'login-by-get',
    'Logs in by GET, the fields in the query.',
    ['client.login-post', 'client.no-secret-in-url'],
    (client) =>
      login(client, ({ url, headers, body }) => ({
        method: 'GET',
        url: `${url}?${form(objectOf(String(body)))}`,
        headers,
      })),
  ),
  defect(
    'login-without-slash',
    'Leaves out the slash at the end of the login path.',
    ['client.login-path'],
    (client) => login(client, (request) => ({ ...request, url: request.url.replace(/\/$/, '') })),
  ),
  defect('login-at-a-guessed-path', 'Logs in at /api/v1/auth/.', ['client.login-path'], (client) => {
    client.loginPath = () => '/api/v1/auth/'
  }),
  defect('login-field-user', 'Calls the username user.', ['client.login-fields'], (client) =>
    login(client, (request) => withFields(request, ({ username, ...rest }) => ({ user: username, ...rest }))),
  ),
  defect('login-field-pass', 'Calls the password pass.', ['client.login-fields'], (client) =>
    login(client, (request) => withFields(request, ({ password, ...rest }) => ({ pass: password, ...rest }))),
  ),
  defect(
    'login-fields-in-capitals',
    'Writes the names of the fields with capitals.',
    ['client.login-fields'],
    (client) =>
      login(client, (request) =>
        withFields(request, ({ username, password }) => ({ Username: username, Password: password })),
      ),
  ),
  defect(
    'password-percent-encoded',
    'Percent-encodes the password in JSON.',
    ['client.login-values'],
    (client) =>
      login(client, (request) =>
        withFields(request, (fields) => ({
          ...fields,
          password: encodeURIComponent(String(fields['password'])),
        })),
      ),
  ),
  defect('password-cut-off', 'Cuts the password after eight characters.', ['client.login-values'], (client) =>
    login(client, (request) =>
      withFields(request, (fields) => ({ ...fields, password: String(fields['password']).slice(0, 8) })),
    ),
  ),
  defect('user-name-in-capitals', 'Turns the username to capitals.', ['client.login-values'], (client) =>
    login(client, (request) =>
      withFields(request, (fields) => ({ ...fields, username: String(fields['username']).toUpperCase() })),
    ),
  ),
  defect('login-as-array', 'Sends the fields of the login as an array.', ['client.login-body'], (client) =>
    login(client, (request) => ({
      ...request,
      body: JSON.stringify(Object.values(objectOf(String(request.body)))),
    })),
  ),
  defect('login-as-json-text', 'Encodes the JSON of the login twice.', ['client.login-body'], (client) =>
    login(client, (request) => ({ ...request, body: JSON.stringify(request.body) })),
  ),
  defect('login-as-multipart', 'Sends the login as multipart/form-data.', ['client.login-body'], (client) =>
    login(client, (request) => {
      const fields = Object.entries(objectOf(String(request.body)))
      const parts = fields.map(
        ([name, value]) =>
          `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
      )
      return {
        ...withHeader(request, 'Content-Type', 'multipart/form-data; boundary=b'),
        body: `${parts.join('')}--b--\r\n`,
      }
    }),
  ),
  defect(
    'json-called-text',
    'Sends the JSON of the login as text/plain.',
    ['client.login-content-type'],
    (client) => login(client, (request) => withHeader(request, 'Content-Type', 'text/plain')),
  ),
  defect('form-called-json', 'Sends a form and calls it JSON.', ['client.login-content-type'], (client) =>
    login(client, (request) => ({ ...request, body: form(objectOf(String(request.body))) })),
  ),
  defect(
    'login-without-content-type',
    'Names no content type for the login.',
    ['client.login-content-type'],
    (client) => login(client, (request) => ({ ...request, headers: [['Accept', 'application/json']] })),
  ),
  defect('token-also-in-url', 'Sends its token in the query too.', ['client.no-secret-in-url'], (client) =>
    sending(client, (request) =>
      client.token !== undefined && request.method === 'GET' && !request.url.includes('/auth/')
        ? { ...request, url: `${request.url}?access_token=${encodeURIComponent(client.token)}` }
        : request,
    ),
  ),
  defect(
    'private-token-also-in-url',
    'Sends its private token in the query too.',
    ['client.no-secret-in-url'],
    (client) =>
      wrap(
        client,
        'listPath',
        (path) => () =>
          client.method === 'private-token'
            ? `${path()}?token=${client.env['CONFORMANCE_PRIVATE_TOKEN']}`
            : path(),
      ),
  ),
  defect(
    'password-also-in-url',
    'Sends the password in the query of the login too.',
    ['client.no-secret-in-url'],
    (client) =>
      login(client, (request) => ({
        ...request,
        url: `${request.url}?password=${encodeURIComponent(client.account().password)}`,
      })),
  ),
  defect('token-in-referer', 'Sends a Referer with its token.', ['client.no-secret-in-referer'], (client) =>
    sending(client, (request) =>
      client.token === undefined || client.method === 'session'
        ? request
        : withHeader(request, 'Referer', `${client.base()}/app?token=${client.token}`),
    ),
  ),
  defect(
    'two-logins-for-each-list-at-first',
    'Logs in five times where the first login is rejected.',
    ['client.login-attempts'],
    (client) => {
      const { logIn } = client
      client.logIn = () =>
        logIn()
          .catch(() => logIn())
          .catch(() => logIn())
          .catch(() => logIn())
          .catch(() => logIn())
    },
  ),
]
