import type { Header } from './exchange.ts'

const hidden = '***'
/** How much of a body is looked at: so much that what is shown of it never ends in a part of a secret cut off here. */
export const maskedLength = 256 * 1024

const secretName =
  '(?:[\\w-]*(?:password|passwd|token|secret|seed|csrf)[\\w-]*|otp_?code|otp|sessionid|api_?key|signature)'

const inJson = new RegExp(`("${secretName}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)+(?:"|$)|-?\\d[\\d.eE+-]*)`, 'gi')
/** `code` is 101 in a challenge, and the one-time code where the second step calls it so. */
const codeInJson = /("code"\s*:\s*)("\d{4,10}"|\d{4,10}(?!\d))/gi
const inForm = new RegExp(`(^|[&?;])(${secretName})=([^&#\\s]+)`, 'gi')
const codeInForm = /(^|[&?])(code)=(\d{4,10})(?=&|$)/gi
const hiddenInput = new RegExp(
  `(<input\\b[^>]*\\bname=["']?${secretName}["']?[^>]*\\bvalue=)("[^"]*"|'[^']*'|[^\\s>]+)`,
  'gi',
)

/**
 * Masks what stands in a field whose name says that it is secret, whatever its length: JSON, form-encoded, or an input
 * of a page. Empty values, `null`, and the integer 101 of a challenge stay, for they are what a case judges.
 */
export function maskFields(body: string, contentType = ''): string {
  if (/x-www-form-urlencoded/i.test(contentType)) return maskForm(body)
  if (/html/i.test(contentType)) return body.replace(hiddenInput, `$1"${hidden}"`)
  const json = maskEscapedNames(body).replace(inJson, `$1"${hidden}"`).replace(codeInJson, `$1"${hidden}"`)
  return json === body && /^[\w%+.-]+=/.test(body) ? maskForm(body) : json
}

/** Masks secret parameters of a request target or a Location. */
export const maskTarget = (target: string): string => (target.includes('?') ? maskForm(target) : target)

const maskForm = (text: string) =>
  text
    .replace(escapedNameInForm, (written, before: string, name: string) =>
      isSecret(unescaped(name, 'form')) ? `${before}${name}=${hidden}` : written,
    )
    .replace(inForm, `$1$2=${hidden}`)
    .replace(codeInForm, `$1$2=${hidden}`)

/** Names may be written with escapes too: those are read before they are looked at. */
const maskEscapedNames = (json: string) =>
  json.replace(escapedNameInJson, (written, before: string, name: string) =>
    isSecret(unescaped(name, 'json')) ? `${before}"${hidden}"` : written,
  )

const escapedNameInJson =
  /("((?:[^"\\]|\\.)*\\u(?:[^"\\]|\\.)*)"\s*:\s*)("(?:[^"\\]|\\.)+(?:"|$)|-?\d[\d.eE+-]*)/gi
const escapedNameInForm = /(^|[&?;])([^=&?;]*%[^=&?;]*)=([^&#\s]+)/g
const isSecret = (name: string) => new RegExp(`^${secretName}$`, 'i').test(name)

function unescaped(name: string, encoding: 'json' | 'form'): string {
  try {
    return encoding === 'json' ? String(JSON.parse(`"${name}"`)) : decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Masks credentials in header fields. Scheme, parameter names, cookie names and attributes stay readable. */
export function maskHeaders(headers: readonly Header[]): Header[] {
  return headers.map(([name, value]) => [name, maskHeader(name.toLowerCase(), value)])
}

function maskHeader(name: string, value: string): string {
  if (name === 'authorization' || name === 'proxy-authorization') return maskAuthorization(value)
  if (name === 'cookie')
    return value.replace(/=([^;]*)/g, (_, content: string) => (content === '' ? '=' : `=${hidden}`))
  if (name === 'set-cookie') return value.replace(/^([^=;]*)=([^;]+)/, `$1=${hidden}`)
  if (name === 'location' || name === 'referer') return maskTarget(value)
  return /csrf|token|api-?key|secret/.test(name) && value !== '' ? hidden : value
}

/** Parameters of a signature that are not secret, and say what was signed. */
const openParameters = /^(keyid|algorithm|headers|created|expires|realm)$/i

function maskAuthorization(value: string): string {
  const [, scheme = '', space = '', rest = ''] = /^(\S*)(\s*)([^]*)$/.exec(value) ?? []
  if (rest === '') return /^[\w-]{1,16}$/.test(scheme) ? scheme : hidden
  if (!/^[\w-]+\s*=\s*"/.test(rest)) return `${scheme}${space}${hidden}`
  return `${scheme}${space}${rest.replace(
    /([\w-]+)(\s*=\s*)"([^"]*)"/g,
    (written, name: string, equals: string) =>
      openParameters.test(name) ? written : `${name}${equals}"${hidden}"`,
  )}`
}
