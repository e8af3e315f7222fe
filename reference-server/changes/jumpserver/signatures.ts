import { createHmac } from 'node:crypto'
import { type Call, headerValues } from '../../common/call.ts'
import type { Parts } from '../../server/parts.ts'

const hashes = { 'hmac-sha1': 'SHA1', 'hmac-sha256': 'SHA256', 'hmac-sha512': 'SHA512' } as const

/**
 * Checks signatures as the real servers do: a line-by-line port of Python's httpsig as used by
 * djangorestframework-httpsignature. Where that raises a Python error, the server answers 500. The clock is ignored.
 */
export function httpsigSignatures({ methods, accessKeys, accounts }: Parts): void {
  methods.signature = (text, call) => {
    const fields = readFields(text)
    const [keyId, algorithm, signature] = ['keyid', 'algorithm', 'signature'].map((name) => fields.get(name))
    if (keyId === undefined || algorithm === undefined || signature === undefined) return undefined
    const key = accessKeys.find(readUuid(keyId), call)
    if (!key) return undefined
    const names = (fields.get('headers') ?? 'date').split(' ')
    if (!isKnown(algorithm)) raise('an unknown algorithm, or an RSA key that is none')
    if (!names.includes('(request-target)') || !names.includes('date')) raise('a required header')
    const lines = names.map((name) => lineOf(name.toLowerCase(), call)).join('\n')
    const expected = createHmac(hashes[algorithm], key.keySecret).update(lines, 'latin1').digest('base64')
    return readBase64(signature) === expected ? accounts.find(key.username, call) : undefined
  }
}

function raise(what: string): never {
  throw new Error(`unhandled: ${what}`)
}

const isKnown = (algorithm: string): algorithm is keyof typeof hashes => Object.hasOwn(hashes, algorithm)

/** WSGI servers join the fields of a name with a comma only. */
function lineOf(name: string, call: Call): string {
  if (name === '(request-target)') return `${name}: ${call.method.toLowerCase()} ${call.target}`
  const values = headerValues(call, name)
  if (values.length === 0) raise('a listed header is missing')
  return `${name}: ${values.join(',')}`
}

/** Compares names without letter case; the last one of a name counts. Ignores items without a name or a value. */
function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const item of itemsOf(text)) {
    const at = item.indexOf('=')
    const [name, value] = [item.slice(0, at), item.slice(at + 1)]
    if (at > 0 && value !== '')
      fields.set(name.toLowerCase(), value.startsWith('"') ? value.slice(1, -1) : value)
  }
  return fields
}

/** urllib.request.parse_http_list: commas inside quotes do not separate, and a quote may stay open. */
function itemsOf(text: string): string[] {
  const items = ['']
  let [isQuoted, isEscaped] = [false, false]
  for (const character of text) {
    const isComma = character === ',' && !isQuoted
    const startsEscape = character === '\\' && isQuoted && !isEscaped
    if (isComma) items.push('')
    else if (!startsEscape) items.push((items.pop() ?? '') + character)
    if (character === '"' && !isEscaped) isQuoted = !isQuoted
    isEscaped = startsEscape
  }
  return items.map((item) => item.trim())
}

/** uuid.UUID: accepts braces around the digits, and hyphens anywhere. */
function readUuid(text: string): string {
  const digits = text
    .replace(/^\{*|\}*$/g, '')
    .replaceAll('-', '')
    .toLowerCase()
  if (!/^[\da-f]{32}$/.test(digits)) raise('the key ID is no UUID')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * base64.b64decode: ignores characters outside the alphabet; missing padding is an error. Returns the bytes encoded
 * again.
 */
function readBase64(text: string): string {
  const [, digits = '', padding = ''] = /^([^=]*)(=*)/.exec(text.replaceAll(/[^\w+/=]|_/g, '')) ?? []
  if (digits.length % 4 === 1 || (digits.length % 4 > 0 && (digits.length % 4) + padding.length < 4))
    raise('incorrect padding')
  return Buffer.from(digits, 'base64').toString('base64')
}
