import type { LoginOptions } from '../../harness/client/api-options.ts'
import { encode, typeOf } from '../../harness/client/encode.ts'
import { loginPath, type Family } from '../../harness/facts/families.ts'

type Fields = Record<'username' | 'password', string>
export type Request = readonly [what: string, options: LoginOptions]

/** Returns the credential request as many frameworks read it too, by the same code as a form. */
export function multipart(fields: Fields, boundary: string): LoginOptions {
  const parts = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts}--${boundary}--\r\n` }
}

/** Returns it with other content types, which a server may process by another code path. */
export function otherTypes(fields: Fields): Request[] {
  const [, json] = encode(fields, 'json')
  const [, form] = encode(fields, 'form')
  return [
    ['as JSON with a charset', { type: `${typeOf.json}; charset=utf-8`, body: json }],
    ['as a form with a charset', { type: `${typeOf.form}; charset=UTF-8`, body: form }],
    ['as JSON under text/plain', { type: 'text/plain', body: json }],
    ['as JSON without a content type', { type: '', body: json }],
  ]
}

/** Returns it in the query string. Servers log that, password included, so such a case is left out under limits. */
export function inQuery(fields: Fields, family: Family): Request[] {
  const path = `${loginPath[family]}?${encode(fields, 'form')[1]}`
  return [
    ['by GET, in the query', { path, method: 'GET' }],
    ['by POST, in the query', { path, body: '{}' }],
  ]
}
