import { several, breaking, fieldsOf, login, withHeader } from '../defect.ts'

/** Logs in by a body that is built from the two values. */
const bodyOf = (make: (username: string, password: string) => string | Buffer) =>
  login((request) => {
    const { username = '', password = '' } = fieldsOf(request)
    return { ...request, body: make(username, password) }
  })

const json = (username: string, password: string) => `{"username":"${username}","password":"${password}"}`

/** Logs in by a form, whose values are encoded by this function. */
const form = (encode: (value: string) => string) =>
  several(
    bodyOf((username, password) => `username=${encode(username)}&password=${encode(password)}`),
    login((request) => withHeader(request, 'Content-Type', 'application/x-www-form-urlencoded')),
  )

/** Encodes a value, and leaves out what is written like that. */
const allBut = (encoded: string, raw: string) => (value: string) =>
  encodeURIComponent(value).replaceAll(encoded, raw)

const latin1 = (letter: string) => `%${Buffer.from(letter, 'latin1').toString('hex')}`

/** Passwords that are not escaped as JSON or a form requires. */
export const escapingDefects = [
  ...breaking('client.login-body', {
    // Puts the password between quotes, and calls that JSON.
    'quote-not-escaped': bodyOf(json),
    'form-not-encoded': form((value) => value),
    'form-space-not-encoded': form(allBut('%20', ' ')),
    'form-letters-not-encoded': form((value) =>
      encodeURIComponent(value).replace(/(?:%[C-F][\dA-F])(?:%[89AB][\dA-F])+/g, decodeURIComponent),
    ),
  }),
  ...breaking('client.login-values', {
    'backslash-not-escaped': bodyOf((username, password) => json(username, password.replaceAll('"', '\\"'))),
    'user-name-not-escaped': bodyOf((username, password) =>
      json(username, JSON.stringify(password).slice(1, -1)),
    ),
    'json-in-latin1': bodyOf((username, password) =>
      Buffer.from(JSON.stringify({ username, password }), 'latin1'),
    ),
    'form-plus-not-encoded': form(allBut('%2B', '+')),
    'form-percent-not-encoded': form(allBut('%25', '%')),
    'form-ampersand-not-encoded': form(allBut('%26', '&')),
    'form-in-latin1': form((value) =>
      [...value].map((one) => (one > '~' ? latin1(one) : encodeURIComponent(one))).join(''),
    ),
  }),
]
