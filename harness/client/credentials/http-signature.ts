import { createHmac } from 'node:crypto'
import type { Header } from '../../wire/exchange.ts'
import { fieldValue } from '../../wire/field-value.ts'

export interface SignedParts {
  method: string
  /** Request target as sent, query string included. */
  target: string
  fields: readonly Header[]
}

/**
 * The signing string of draft-cavage-http-signatures-08, section 2.3: one line for each listed name, in order;
 * names in lower case, the values of a repeated field joined by ", ", white space around a value removed.
 * @throws Error if a listed header is not among the fields
 */
export function signingString(list: readonly string[], { method, target, fields }: SignedParts): string {
  return list.map((name) => `${name.toLowerCase()}: ${value(name.toLowerCase())}`).join('\n')

  function value(name: string): string {
    if (name === '(request-target)') return `${method.toLowerCase()} ${target}`
    const values = fields
      .filter(([field]) => field.toLowerCase() === name)
      .map(([, text]) => fieldValue(text))
    if (values.length === 0) throw new Error(`the header ${name} is listed but not there to be signed`)
    return values.join(', ')
  }
}

/** Base64 of HMAC-SHA256 over the signing string, keyed with the secret's text. */
export function signatureOf(text: string, keySecret: string): string {
  return createHmac('sha256', keySecret).update(text).digest('base64')
}

export interface SignatureParameters {
  keyId: string
  algorithm?: string
  /** The names of the signed headers; undefined leaves the parameter out. */
  headers?: readonly string[]
  signature: string
}

/** The Authorization value in the tight form: no space after a comma, parameters in the draft's order. */
export function signatureHeader({ keyId, algorithm, headers, signature }: SignatureParameters): string {
  const parameters = [
    `keyId="${keyId}"`,
    algorithm === undefined ? undefined : `algorithm="${algorithm}"`,
    headers === undefined ? undefined : `headers="${headers.join(' ')}"`,
    `signature="${signature}"`,
  ]
  return `Signature ${parameters.filter((parameter) => parameter !== undefined).join(',')}`
}
