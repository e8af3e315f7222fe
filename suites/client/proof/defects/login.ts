import { gzipSync } from 'node:zlib'
import {
  breaking,
  changeLoginFields,
  fieldsOf,
  formOf,
  login,
  sending,
  withHeader,
  wrapping,
} from '../defect.ts'

/** Mistakes in the credential request. */
export const loginDefects = [
  ...breaking('client.login-post', {
    // Logs in with PUT.
    'login-by-put': login((request) => ({ ...request, method: 'PUT' })),
  }),
  ...breaking(['client.login-post', 'client.no-secret-in-url'], {
    // Logs in with GET, the fields in the query.
    'login-by-get': login((request) => ({
      method: 'GET',
      url: `${request.url}?${formOf(request)}`,
      headers: request.headers,
    })),
  }),
  ...breaking('client.login-path', {
    // Leaves out the slash at the end of the login path.
    'login-without-slash': login((request) => ({ ...request, url: request.url.replace(/\/$/, '') })),
    // Logs in at /api/v1/auth/.
    'login-at-a-guessed-path': { loginPath: () => '/api/v1/auth/' },
  }),
  ...breaking('client.login-fields', {
    // Names the field of the username "user".
    'login-field-user': changeLoginFields(({ username, ...rest }) => ({ user: username, ...rest })),
    // Names the field of the password "pass".
    'login-field-pass': changeLoginFields(({ password, ...rest }) => ({ pass: password, ...rest })),
    // Writes the names of the fields with capitals.
    'login-fields-in-capitals': changeLoginFields(({ username, password }) => ({
      Username: username,
      Password: password,
    })),
  }),
  ...breaking('client.login-values', {
    // Percent-encodes the password in JSON.
    'password-percent-encoded': changeLoginFields(({ username, password }) => ({
      username,
      password: encodeURIComponent(password),
    })),
    // Sends the password without the spaces around it.
    'password-trimmed': changeLoginFields(({ username, password }) => ({
      username,
      password: password.trim(),
    })),
    // Turns the password into Unicode's compatibility form.
    'password-normalized': changeLoginFields(({ username, password }) => ({
      username,
      password: password.normalize('NFKC'),
    })),
    // Cuts the password after eight characters.
    'password-cut-off': changeLoginFields(({ username, password }) => ({
      username,
      password: password.slice(0, 8),
    })),
    // Turns the password to lower case.
    'password-in-lower-case': changeLoginFields(({ username, password }) => ({
      username,
      password: password.toLowerCase(),
    })),
    // Sends the username in capitals.
    'user-name-in-capitals': changeLoginFields(({ username, password }) => ({
      username: username.toUpperCase(),
      password,
    })),
    // Turns the username to lower case.
    'user-name-in-lower-case': changeLoginFields(({ username, password }) => ({
      username: username.toLowerCase(),
      password,
    })),
  }),
  ...breaking('client.login-body', {
    // Sends the fields of the login as an array.
    'login-as-array': login((request) => ({
      ...request,
      body: JSON.stringify(Object.values(fieldsOf(request))),
    })),
    // Encodes the JSON of the login twice.
    'login-as-json-text': login((request) => ({ ...request, body: JSON.stringify(request.body) })),
    // Compresses the JSON of the login.
    'login-as-gzip': login((request) => ({
      ...withHeader(request, 'Content-Encoding', 'gzip'),
      body: gzipSync(String(request.body)),
    })),
    // Sends the login as multipart/form-data.
    'login-as-multipart': login((request) => {
      const parts = Object.entries(fieldsOf(request)).map(
        ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      return {
        ...withHeader(request, 'Content-Type', 'multipart/form-data; boundary=b'),
        body: `${parts.join('')}--b--\r\n`,
      }
    }),
  }),
  ...breaking('client.login-content-type', {
    // Sends the JSON of the login as text/plain.
    'json-called-text': login((request) => withHeader(request, 'Content-Type', 'text/plain')),
    // Sends a form as application/json.
    'form-called-json': login((request) => ({ ...request, body: formOf(request) })),
    // Sends the login without a content type.
    'login-without-content-type': login((request) => ({
      ...request,
      headers: [['Accept', 'application/json']],
    })),
    // Sends a second content type with the login.
    'content-type-sent-twice': login((request) => ({
      ...request,
      headers: [...request.headers, ['Content-Type', 'text/plain']],
    })),
  }),
  ...breaking('client.no-secret-in-url', {
    // Sends its token in the query too.
    'token-also-in-url': sending((request, client) =>
      client.token !== undefined && request.method === 'GET' && !request.url.includes('/auth/')
        ? { ...request, url: `${request.url}?access_token=${encodeURIComponent(client.token)}` }
        : request,
    ),
    // Sends its private token in the query too.
    'private-token-also-in-url': wrapping(
      'listPath',
      (path, client) => () =>
        client.method === 'private-token' ? `${path()}?token=${client.variable('PRIVATE_TOKEN')}` : path(),
    ),
    // Sends the password in the query of the login too.
    'password-also-in-url': login((request, client) => ({
      ...request,
      url: `${request.url}?password=${encodeURIComponent(client.account().password)}`,
    })),
  }),
  ...breaking('client.no-secret-in-referer', {
    // Sends a Referer with its token.
    'token-in-referer': sending((request, client) =>
      client.token === undefined || client.method === 'session'
        ? request
        : withHeader(request, 'Referer', `${client.base()}/app?token=${client.token}`),
    ),
  }),
  ...breaking('client.login-attempts', {
    // Logs in five times if the first login is rejected.
    'two-logins-for-each-list-at-first': (client) => {
      const { logIn } = client
      client.logIn = () =>
        logIn()
          .catch(() => logIn())
          .catch(() => logIn())
          .catch(() => logIn())
          .catch(() => logIn())
    },
  }),
]
