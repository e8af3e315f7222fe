import { gzipSync } from 'node:zlib'
import { objectOf } from '../client.ts'
import { breaking, changeLoginFields, defect, formOf, login, sending, withHeader, wrap } from '../defect.ts'

const loginPath = breaking('client.login-path')
const loginFields = breaking('client.login-fields')
const loginValues = breaking('client.login-values')
const loginBody = breaking('client.login-body')
const loginContentType = breaking('client.login-content-type')
const noSecretInUrl = breaking('client.no-secret-in-url')

/** Mistakes in the credential request. */
export const loginDefects = [
  defect('login-by-put', 'Logs in with PUT.', ['client.login-post'], (client) =>
    login(client, (request) => ({ ...request, method: 'PUT' })),
  ),
  defect(
    'login-by-get',
    'Logs in with GET, the fields in the query.',
    ['client.login-post', 'client.no-secret-in-url'],
    (client) =>
      login(client, (request) => ({
        method: 'GET',
        url: `${request.url}?${formOf(request)}`,
        headers: request.headers,
      })),
  ),
  loginPath('login-without-slash', 'Leaves out the slash at the end of the login path.', (client) =>
    login(client, (request) => ({ ...request, url: request.url.replace(/\/$/, '') })),
  ),
  loginPath('login-at-a-guessed-path', 'Logs in at /api/v1/auth/.', (client) => {
    client.loginPath = () => '/api/v1/auth/'
  }),
  loginFields('login-field-user', 'Names the field of the username "user".', (client) =>
    changeLoginFields(client, ({ username, ...rest }) => ({ user: username, ...rest })),
  ),
  loginFields('login-field-pass', 'Names the field of the password "pass".', (client) =>
    changeLoginFields(client, ({ password, ...rest }) => ({ pass: password, ...rest })),
  ),
  loginFields('login-fields-in-capitals', 'Writes the names of the fields with capitals.', (client) =>
    changeLoginFields(client, ({ username, password }) => ({ Username: username, Password: password })),
  ),
  loginValues('password-percent-encoded', 'Percent-encodes the password in JSON.', (client) =>
    changeLoginFields(client, (fields) => ({
      ...fields,
      password: encodeURIComponent(String(fields['password'])),
    })),
  ),
  loginValues('password-trimmed', 'Sends the password without the spaces around it.', (client) =>
    changeLoginFields(client, (fields) => ({ ...fields, password: String(fields['password']).trim() })),
  ),
  loginValues('password-cut-off', 'Cuts the password after eight characters.', (client) =>
    changeLoginFields(client, (fields) => ({ ...fields, password: String(fields['password']).slice(0, 8) })),
  ),
  loginValues('user-name-in-capitals', 'Sends the username in capitals.', (client) =>
    changeLoginFields(client, (fields) => ({
      ...fields,
      username: String(fields['username']).toUpperCase(),
    })),
  ),
  loginValues('user-name-in-lower-case', 'Turns the username to lower case.', (client) =>
    changeLoginFields(client, (fields) => ({
      ...fields,
      username: String(fields['username']).toLowerCase(),
    })),
  ),
  loginBody('login-as-array', 'Sends the fields of the login as an array.', (client) =>
    login(client, (request) => ({
      ...request,
      body: JSON.stringify(Object.values(objectOf(String(request.body)))),
    })),
  ),
  loginBody('login-as-json-text', 'Encodes the JSON of the login twice.', (client) =>
    login(client, (request) => ({ ...request, body: JSON.stringify(request.body) })),
  ),
  loginBody('login-as-gzip', 'Compresses the JSON of the login.', (client) =>
    login(client, (request) => ({
      ...withHeader(request, 'Content-Encoding', 'gzip'),
      body: gzipSync(String(request.body)),
    })),
  ),
  loginBody('login-as-multipart', 'Sends the login as multipart/form-data.', (client) =>
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
  loginContentType('json-called-text', 'Sends the JSON of the login as text/plain.', (client) =>
    login(client, (request) => withHeader(request, 'Content-Type', 'text/plain')),
  ),
  loginContentType('form-called-json', 'Sends a form as application/json.', (client) =>
    login(client, (request) => ({ ...request, body: formOf(request) })),
  ),
  loginContentType('login-without-content-type', 'Sends the login without a content type.', (client) =>
    login(client, (request) => ({ ...request, headers: [['Accept', 'application/json']] })),
  ),
  noSecretInUrl('token-also-in-url', 'Sends its token in the query too.', (client) =>
    sending(client, (request) =>
      client.token !== undefined && request.method === 'GET' && !request.url.includes('/auth/')
        ? { ...request, url: `${request.url}?access_token=${encodeURIComponent(client.token)}` }
        : request,
    ),
  ),
  noSecretInUrl('private-token-also-in-url', 'Sends its private token in the query too.', (client) =>
    wrap(
      client,
      'listPath',
      (path) => () =>
        client.method === 'private-token'
          ? `${path()}?token=${client.env['CONFORMANCE_PRIVATE_TOKEN']}`
          : path(),
    ),
  ),
  noSecretInUrl('password-also-in-url', 'Sends the password in the query of the login too.', (client) =>
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
    'Logs in five times if the first login is rejected.',
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
