import { objectOf, type Client } from '../client.ts'
import { breaking, login, withHeader } from '../defect.ts'

const loginBody = breaking('client.login-body')
const loginValues = breaking('client.login-values')

/** Logs in by a body that is built from the two values. */
const bodyOf = (client: Client, make: (username: string, password: string) => string | Buffer) =>
  login(client, (request) => {
    const { username, password } = objectOf(String(request.body))
    return { ...request, body: make(String(username), String(password)) }
  })

const json = (username: string, password: string) => `{"username":"${username}","password":"${password}"}`

/** Logs in by a form, whose values are encoded by this function. */
function form(client: Client, encode: (value: string) => string) {
  bodyOf(client, (username, password) => `username=${encode(username)}&password=${encode(password)}`)
  login(client, (request) => withHeader(request, 'Content-Type', 'application/x-www-form-urlencoded'))
}

/** Encodes a value, and leaves out what is written like that. */
const allBut = (encoded: string, raw: string) => (value: string) =>
  encodeURIComponent(value).replaceAll(encoded, raw)

const latin1 = (letter: string) => `%${Buffer.from(letter, 'latin1').toString('hex')}`

/** Passwords that are not escaped as JSON or a form requires. */
export const escapingDefects = [
  loginBody('quote-not-escaped', 'Puts the password between quotes, and calls that JSON.', (client) =>
    bodyOf(client, json),
  ),
  loginValues(
    'backslash-not-escaped',
    'Escapes the quotes of a password for JSON, but no backslash.',
    (client) => bodyOf(client, (username, password) => json(username, password.replaceAll('"', '\\"'))),
  ),
  loginValues('json-in-latin1', 'Sends the JSON of the login in Latin-1.', (client) =>
    bodyOf(client, (username, password) => Buffer.from(JSON.stringify({ username, password }), 'latin1')),
  ),
  loginBody('form-not-encoded', 'Sends a form without encoding its values.', (client) =>
    form(client, (value) => value),
  ),
  loginValues('form-plus-not-encoded', 'Sends a + in a form as it is.', (client) =>
    form(client, allBut('%2B', '+')),
  ),
  loginValues('form-percent-not-encoded', 'Sends a % in a form as it is.', (client) =>
    form(client, allBut('%25', '%')),
  ),
  loginValues('form-ampersand-not-encoded', 'Sends an & in a form as it is.', (client) =>
    form(client, allBut('%26', '&')),
  ),
  loginBody('form-space-not-encoded', 'Sends a space in a form as it is.', (client) =>
    form(client, allBut('%20', ' ')),
  ),
  loginBody('form-letters-not-encoded', 'Sends letters beyond ASCII in a form as they are.', (client) =>
    form(client, (value) =>
      encodeURIComponent(value).replace(/(?:%[C-F][\dA-F])(?:%[89AB][\dA-F])+/g, decodeURIComponent),
    ),
  ),
  loginValues('form-in-latin1', 'Encodes a form in Latin-1.', (client) =>
    form(client, (value) =>
      [...value].map((one) => (one > '~' ? latin1(one) : encodeURIComponent(one))).join(''),
    ),
  ),
]
