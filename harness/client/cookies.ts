import type { Header } from '../wire/exchange.ts'

/**
 * Cookies set by an answer, by name; a deleted cookie has the value "". A cookie of another path or domain is another cookie,
 * so deleting that one leaves this one. RFC 6265, sections 4.1 and 5.3.
 */
export function cookiesSet(headers: readonly Header[]): Map<string, string> {
  const cookies = new Map<string, string>()
  const places = new Map<string, string>()
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'set-cookie') continue
    const [pair = '', ...written] = value.split(';')
    const at = pair.indexOf('=')
    if (at < 1) continue
    const attributes = written.map(nameAndValue)
    const valueOf = (wanted: string) => attributes.find(([one, content]) => one === wanted && content)?.[1]
    const cookie = pair.slice(0, at).trim()
    const place = `${valueOf('path') ?? ''} ${valueOf('domain') ?? ''}`
    const isGone = hasPassed(valueOf('max-age'), valueOf('expires'))
    // Which path and domain the cookie of an earlier answer has is not known: the root, or nothing, is taken for it.
    const isOwn = cookies.get(cookie) ? place === places.get(cookie) : isRoot(place)
    const isBeside = cookies.get(cookie) && isRoot(places.get(cookie)) && !isRoot(place)
    if ((isGone && !isOwn) || isBeside) continue
    places.set(cookie, place)
    cookies.set(cookie, isGone ? '' : pair.slice(at + 1).trim())
  }
  return cookies
}

/**
 * True if a browser sends a cookie to a path of the same host, as an answer to `target` set it. Without the attribute Path, it
 * goes to the folder of the target only. RFC 6265, sections 5.1.4 and 5.2.4.
 */
export function reaches(setCookie: string, target: string, path: string): boolean {
  const written = setCookie.split(';').slice(1).map(nameAndValue)
  const named = written.findLast(([name]) => name === 'path')?.[1]
  const folder = /^[^?]*(?=\/)/.exec(target)?.[0]
  const scope = named?.startsWith('/') ? named : folder || '/'
  return path === scope || path.startsWith(scope.endsWith('/') ? scope : `${scope}/`)
}

const isRoot = (place: string | undefined): boolean => place === '/ ' || place === ' '

/** True if a cookie is set to delete it: with no time left, or with a date of the last century, as PHP and Java do. */
function hasPassed(maxAge: string | undefined, expires: string | undefined): boolean {
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0
  return expires !== undefined && Date.parse(expires.replaceAll('-', ' ')) < Date.UTC(2000)
}

function nameAndValue(attribute: string): [name: string, value: string] {
  const at = attribute.indexOf('=')
  if (at < 0) return [attribute.trim().toLowerCase(), '']
  return [attribute.slice(0, at).trim().toLowerCase(), attribute.slice(at + 1).trim()]
}
