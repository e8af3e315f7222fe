import type { Header } from '../wire/exchange.ts'

/** Cookies set by an answer, by name; a cookie that is taken back has the value "". RFC 6265, section 4.1. */
export function cookiesSet(headers: readonly Header[]): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'set-cookie') continue
    const [pair = '', ...attributes] = value.split(';')
    const at = pair.indexOf('=')
    if (at < 1) continue
    const gone = attributes.some((attribute) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute))
    cookies.set(pair.slice(0, at).trim(), gone ? '' : pair.slice(at + 1).trim())
  }
  return cookies
}
