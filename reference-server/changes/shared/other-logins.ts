import { headerValues, type Call } from '../../common/call.ts'
import { wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { Problem } from '../../server/problems.ts'
import { createLogin } from '../../server/routes/login.ts'
import { addRoute } from '../../server/routes/route.ts'

/**
 * Accepts logins beyond the specification, for changed servers: multipart, JSON with any content type or none, fields in
 * the query, GET.
 */
export function acceptOtherLogins(parts: Parts): void {
  if (accepting.has(parts)) return
  accepting.add(parts)
  parts.extensions.push((app) => {
    app.addContentTypeParser(
      '*',
      { parseAs: 'string' },
      async (request: { headers: Headers }, body: string) => {
        const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(
          request.headers['content-type'] ?? '',
        )?.[1]
        return boundary === undefined ? readJson(body) : multipartFields(body, boundary)
      },
    )
    for (const family of parts.choices.pathFamilies) {
      const [path, handler] = [parts.paths.login[family], createLogin(parts, family)]
      addRoute(app, parts, { method: 'GET', path, operation: 'login', family, handler })
    }
  })
  wrap(parts.shapes, 'credentials', (read) => (call) => {
    const at = call.target.indexOf('?')
    if (at === -1 || call.operation !== 'login') return read(call)
    const fields = Object.fromEntries(new URLSearchParams(call.target.slice(at)))
    return read({ ...call, body: { ...(call.body as object), ...fields } })
  })
}

/** Several changes of one server may need these routes, which must be added once. */
const accepting = new WeakSet<Parts>()

/** Returns the content type that a call names, without its parameters; '' if there is none. */
export const typeOf = (call: Call): string =>
  (headerValues(call, 'content-type')[0] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

export const namesCharset = (call: Call) => /;\s*charset=/i.test(headerValues(call, 'content-type')[0] ?? '')

type Headers = Record<string, string | string[] | undefined> & { 'content-type'?: string | undefined }

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed', 'the body is not JSON')
  }
}

function multipartFields(body: string, boundary: string): Record<string, string> {
  const fields = new Map<string, string>()
  for (const part of body.split(`--${boundary}`)) {
    const [, name, value] =
      /^\r\nContent-Disposition: form-data; name="([^"]*)"\r\n\r\n(.*)\r\n$/is.exec(part) ?? []
    if (name !== undefined && value !== undefined) fields.set(name, value)
  }
  return Object.fromEntries(fields)
}
