import { gzipSync } from 'node:zlib'
import {
  breaking,
  changeLoginFields,
  fieldsOf,
  formOf,
  login,
  rewriting,
  sending,
  withHeader,
} from '../defect.ts'

/** Mistakes in the credential request. */
export const loginDefects = [
  ...breaking('client.login-post', {
    'login-by-put': login((request) => ({ ...request, method: 'PUT' })),
  }),
  ...breaking(['client.login-post', 'client.no-secret-in-url'], {
    'login-by-get': login((request) => ({
      method: 'GET',
      url: `${request.url}?${formOf(request)}`,
      headers: request.headers,
    })),
  }),
  ...breaking('client.login-path', {
    'login-without-slash': login((request) => ({ ...request, url: request.url.replace(/\/$/, '') })),
    'login-at-a-guessed-path': { loginPath: () => '/api/v1/auth/' },
  }),
  ...breaking('client.login-fields', {
    'login-field-user': changeLoginFields(({ username, ...rest }) => ({ user: username, ...rest })),
    'login-field-pass': changeLoginFields(({ password, ...rest }) => ({ pass: password, ...rest })),
    'login-fields-in-capitals': changeLoginFields(({ username, password }) => ({
      Username: username,
      Password: password,
    })),
  }),
  ...breaking('client.login-values', {
    'password-percent-encoded': changeLoginFields(({ username, password }) => ({
      username,
      password: encodeURIComponent(password),
    })),
    'password-trimmed': changeLoginFields(({ username, password }) => ({
      username,
      password: password.trim(),
    })),
    // Turns the password into Unicode's compatibility form.
    'password-normalized': changeLoginFields(({ username, password }) => ({
      username,
      password: password.normalize('NFKC'),
    })),
    'password-cut-off': changeLoginFields(({ username, password }) => ({
      username,
      password: password.slice(0, 8),
    })),
    'password-in-lower-case': changeLoginFields(({ username, password }) => ({
      username,
      password: password.toLowerCase(),
    })),
    'user-name-in-capitals': changeLoginFields(({ username, password }) => ({
      username: username.toUpperCase(),
      password,
    })),
    'user-name-in-lower-case': changeLoginFields(({ username, password }) => ({
      username: username.toLowerCase(),
      password,
    })),
  }),
  ...breaking('client.login-body', {
    'login-as-array': login((request) => ({
      ...request,
      body: JSON.stringify(Object.values(fieldsOf(request))),
    })),
    'login-as-json-text': login((request) => ({ ...request, body: JSON.stringify(request.body) })),
    'login-as-gzip': login((request) => ({
      ...withHeader(request, 'Content-Encoding', 'gzip'),
      body: gzipSync(String(request.body)),
    })),
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
    'json-called-text': login((request) => withHeader(request, 'Content-Type', 'text/plain')),
    'form-called-json': login((request) => ({ ...request, body: formOf(request) })),
    'login-without-content-type': login((request) => ({
      ...request,
      headers: [['Accept', 'application/json']],
    })),
    'content-type-sent-twice': login((request) => ({
      ...request,
      headers: [...request.headers, ['Content-Type', 'text/plain']],
    })),
  }),
  ...breaking('client.no-secret-in-url', {
    'token-also-in-url': sending((request, client) =>
      client.token !== undefined && request.method === 'GET' && !request.url.includes('/auth/')
        ? { ...request, url: `${request.url}?access_token=${encodeURIComponent(client.token)}` }
        : request,
    ),
    'private-token-also-in-url': rewriting('listPath', (path, client) =>
      client.method === 'private-token' ? `${path}?token=${client.variable('PRIVATE_TOKEN')}` : path,
    ),
    'password-also-in-url': login((request, client) => ({
      ...request,
      url: `${request.url}?password=${encodeURIComponent(client.account().password)}`,
    })),
  }),
  ...breaking('client.no-secret-in-referer', {
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
