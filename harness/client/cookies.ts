import type { Header } from '../wire/exchange.ts'

/**
 * Cookies set by an answer, by name; a deleted cookie has the value "". A cookie with another path is another cookie, so
 * deleting that one leaves this one. RFC 6265, sections 4.1 and 5.3.
 */
export function cookiesSet(headers: readonly Header[]): Map<string, string> {
  const cookies = new Map<string, string>()
  const paths = new Map<string, string | undefined>()
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'set-cookie') continue
    const [pair = '', ...attributes] = value.split(';')
    const at = pair.indexOf('=')
    if (at < 1) continue
    const valuesOf = (wanted: string) =>
      attributes.map(nameAndValue).flatMap(([one, content]) => (one === wanted ? [content] : []))
    const gone = valuesOf('max-age').some((age) => /^(0|-\d+)$/.test(age))
    const path = valuesOf('path').find(Boolean)
    const cookie = pair.slice(0, at).trim()
    if (gone && cookies.get(cookie) && path !== paths.get(cookie)) continue
    paths.set(cookie, path)
    cookies.set(cookie, gone ? '' : pair.slice(at + 1).trim())
  }
  return cookies
}

function nameAndValue(attribute: string): [name: string, value: string] {
  const at = attribute.indexOf('=')
  if (at < 0) return [attribute.trim().toLowerCase(), '']
  return [attribute.slice(0, at).trim().toLowerCase(), attribute.slice(at + 1).trim()]
}
