import type { Header } from '../wire/exchange.ts'

/**
 * Cookies set by an answer, by name; a cookie that is taken back has the value "". One of another path is another cookie:
 * taking that back leaves this one. RFC 6265, sections 4.1 and 5.3.
 */
export function cookiesSet(headers: readonly Header[]): Map<string, string> {
  const cookies = new Map<string, string>()
  const paths = new Map<string, string | undefined>()
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'set-cookie') continue
    const [pair = '', ...attributes] = value.split(';')
    const at = pair.indexOf('=')
    if (at < 1) continue
    const gone = attributes.some((attribute) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute))
    const path = attributes.map((attribute) => /^\s*path\s*=\s*(.*?)\s*$/i.exec(attribute)?.[1]).find(Boolean)
    const cookie = pair.slice(0, at).trim()
    if (gone && cookies.get(cookie) && path !== paths.get(cookie)) continue
    paths.set(cookie, path)
    cookies.set(cookie, gone ? '' : pair.slice(at + 1).trim())
  }
  return cookies
}
