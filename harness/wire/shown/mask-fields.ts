import { attempt } from '../attempt.ts'
import type { Header } from '../exchange.ts'
import { jsonTokens } from './json-tokens.ts'

const hidden = '***'

/** True if a field of this name holds a credential. */
export const isSecretName = (name: string): boolean =>
  /password|passwd|token|secret|seed|csrf/i.test(name) ||
  /^(?:otp_?code|otp|sessionid|api_?key|signature)$/i.test(name)

/** `code` is 101 in a challenge, but holds the one-time code if the second step uses that name. */
const isCode = (name: string, value: string) => /^code$/i.test(name) && /^\d{4,10}$/.test(value)

const isHidden = (name: string, value: string) => value !== '' && (isSecretName(name) || isCode(name, value))

/**
 * Masks the values of fields whose names mark them as secret, whatever their length, in JSON (also JSON within JSON) and in
 * forms. Keeps empty values, `null`, and the integer 101 of a challenge, because cases judge them. Takes linear time for any
 * text.
 */
export function maskFields(body: string, contentType = ''): string {
  if (/x-www-form-urlencoded/i.test(contentType)) return maskForm(body)
  if (/^multipart\//i.test(contentType)) return maskMultipart(body)
  const json = maskJson(body)
  return json === body && /^[\w%+.-]{1,200}=/.test(body) ? maskForm(body) : json
}

/** Masks secret parameters of a request target or a Location. */
export function maskTarget(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? target
  return path + maskForm(target.slice(path.length))
}

const maskForm = (text: string): string =>
  text
    .split(/([&?#\s])/)
    .map(maskPairs)
    .join('')

/**
 * A semicolon may separate pairs or be part of a value: after a hidden value, text that is not a pair belongs to that value.
 */
function maskPairs(text: string): string {
  let isOpen = false
  const shown: string[] = []
  for (const pair of text.split(';')) {
    if (isOpen && !pair.includes('=')) continue
    const masked = maskPair(pair)
    isOpen = masked !== pair
    shown.push(masked)
  }
  return shown.join(';')
}

function maskPair(pair: string): string {
  const equals = pair.indexOf('=')
  const name = unescaped(pair.slice(0, Math.max(equals, 0)), 'form')
  return isHidden(name, pair.slice(equals + 1)) ? `${pair.slice(0, equals)}=${hidden}` : pair
}

/** Each part begins with two hyphens on a new line; its value follows an empty line. */
const maskMultipart = (body: string): string =>
  body
    .split('\r\n--')
    .map((part) => {
      const start = part.indexOf('\r\n\r\n') + 4
      const [, name = ''] = /\bname="([^"]{0,200})"/i.exec(part.slice(0, Math.max(start, 0))) ?? []
      return start > 3 && isHidden(name, part.slice(start)) ? part.slice(0, start) + hidden : part
    })
    .join('\r\n--')

function maskJson(text: string): string {
  const tokens = [...jsonTokens(text)]
  for (const [index, token] of tokens.entries()) {
    if (!token.startsWith('"')) continue
    const between = tokens[index + 1] ?? ''
    if (!/^\s{0,99}:/.test(between)) {
      if (token.includes('\\"')) tokens[index] = maskNested(token)
      continue
    }
    const name = unescaped(token.slice(1, -1), 'json')
    const value = tokens[index + 2] ?? ''
    if (/^\s{0,99}:\s{0,99}$/.test(between)) {
      if (isHidden(name, value.replace(/^"|"$/g, ''))) tokens[index + 2] = `"${hidden}"`
      continue
    }
    const [, before = '', number = '', rest = ''] =
      /^(\s{0,99}:\s{0,99})(-?\d[\d.eE+-]*)?([^]*)$/.exec(between) ?? []
    if (isHidden(name, number)) tokens[index + 1] = `${before}"${hidden}"${rest}`
  }
  return tokens.join('')
}

function maskNested(token: string): string {
  const inner = unescaped(token.slice(1, -1), 'json')
  const masked = inner.length < token.length ? maskJson(inner) : inner
  return masked === inner ? token : JSON.stringify(masked)
}

const unescaped = (name: string, encoding: 'json' | 'form'): string =>
  attempt(() => (encoding === 'json' ? String(JSON.parse(`"${name}"`)) : decodeURIComponent(name)), name)

/** Masks credentials in header fields. Scheme, parameter names, cookie names and attributes stay readable. */
export function maskHeaders(headers: readonly Header[]): Header[] {
  return headers.map(([name, value]) => [name, maskHeader(name.toLowerCase(), value)])
}

export const isSecretHeader = (name: string): boolean =>
  /authorization|cookie|token|secret|passw|csrf|session|credential|signature|(?:^|[-_])(?:key|auth)(?:$|[-_])|api-?key/i.test(
    name,
  )

function maskHeader(name: string, value: string): string {
  if (value === '') return value
  if (name === 'authorization' || name === 'proxy-authorization') return maskAuthorization(value)
  if (name === 'cookie')
    return value
      .split(';')
      .map((pair) => pair.replace(/=[^]+/, `=${hidden}`))
      .join(';')
  if (name === 'set-cookie') {
    const [pair = '', ...attributes] = value.split(';')
    const known = attributes.map((one) => (cookieAttribute.test(one) ? one : ` ${hidden}`))
    return [pair.replace(/=[^]+/, `=${hidden}`), ...known].join(';')
  }
  if (name === 'location' || name === 'referer') return maskTarget(value)
  // Signed fields and accepted headers are lists of names, not secrets.
  return isSecretHeader(name) && !/^(?:access-control-|x-signing-string$)/.test(name) ? hidden : value
}

const cookieAttribute =
  /^\s{0,9}(?:path|domain|expires|max-age|secure|httponly|samesite|partitioned|priority)\s{0,9}(?:=|$)/i

/** Parameters of a signature that are not secret: they say what was signed. */
const openParameters = /^(keyid|algorithm|headers|created|expires|realm)$/i

function maskAuthorization(value: string): string {
  const [, scheme = '', space = '', rest = ''] = /^(\S*)(\s*)([^]*)$/.exec(value) ?? []
  if (rest === '') return /^[\w-]{1,16}$/.test(scheme) ? scheme : hidden
  if (!/^[\w-]{1,99}\s{0,99}=\s{0,99}"/.test(rest)) return `${scheme}${space}${hidden}`
  return `${scheme}${space}${rest
    .split(',')
    .map((parameter) => {
      const equals = parameter.indexOf('=')
      const name = parameter.slice(0, Math.max(equals, 0)).trim()
      return openParameters.test(name) ? parameter : `${parameter.slice(0, equals + 1)}"${hidden}"`
    })
    .join(',')}`
}
