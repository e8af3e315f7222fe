import type { Call } from '../../common/call.ts'
import { httpDate } from '../../common/clock.ts'
import { firstDifference } from '../../server/explain/first-difference.ts'
import { ControlProblem, list, object, text, type ControlRoutes } from './control-route.ts'

interface Header {
  name: string
  value: string
}

interface Asked {
  keyId: string
  target: string
  method?: string
  given?: string
}

const header = object({
  name: { type: 'string', pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" },
  value: { type: 'string', pattern: '^[^\\r\\n\\0]*$' },
})

/** Routes for signing by hand, to compare your own client with. */
export const signRoutes: ControlRoutes = {
  'POST /sign': {
    operationId: 'signRequest',
    summary: 'Sign a request with an access key, and show the signing string',
    body: object(
      {
        keyId: text('Of an access key of this server.'),
        method: { type: 'string', pattern: '^[A-Za-z]+$', description: 'Default GET.' },
        target: { type: 'string', pattern: '^/[!-"$-~]*$', description: 'Path and query as they are sent.' },
        headers: list(header, 'If absent, Date is the current time and Accept is application/json.'),
        names: list(text('Signed, in this order. Default: (request-target) accept date.')),
        given: text("The client's own signing string, to be compared."),
      },
      ['method', 'headers', 'names', 'given'],
    ),
    answer: object(
      {
        signingString: text('What is signed.'),
        headers: list(header, 'What to send.'),
        curl: text('The request as a line for a shell.'),
        firstDifference: { description: 'Where `given` differs; null: nowhere. Absent without `given`.' },
      },
      ['firstDifference'],
    ),
    rejections: { 404: 'There is no such access key.' },
    handle({ composition: { parts }, url }, { body }) {
      const { keyId, target, given, method: named = 'GET' } = body as unknown as Asked
      const method = named.toUpperCase()
      const names = (body['names'] ?? ['(request-target)', 'accept', 'date']) as string[]
      const key = parts.accessKeys.find(keyId)
      if (!key) throw new ControlProblem(404, 'not-found', 'no access key has this key ID')
      const headers = completed((body['headers'] ?? []) as Header[], httpDate(parts.clock.now()), url())
      const signingString = parts.signatures.signingString(names, callOf(method, target, headers))
      if (signingString === undefined) {
        const sent = new Set(['(request-target)', ...headers.map(({ name }) => name.toLowerCase())])
        const absent = names.filter((name) => !sent.has(name)).join(', ')
        throw new ControlProblem(400, 'malformed', `the list names what is not sent: ${absent}`)
      }
      const signature = parts.signatures.sign(key.keySecret, signingString)
      const authorization = `Signature keyId="${keyId}",algorithm="hmac-sha256",headers="${names.join(' ')}",signature="${signature}"`
      const sent: Header[] = [
        ...headers.filter(({ name }) => name.toLowerCase() !== 'host'),
        { name: 'Authorization', value: authorization },
      ]
      return {
        signingString,
        headers: sent,
        curl: curl(method, new URL(url()).origin + target, sent),
        ...(given === undefined ? {} : { firstDifference: firstDifference(given, signingString) ?? null }),
      }
    },
  },
}

function completed(headers: Header[], date: string, url: string): Header[] {
  const has = (wanted: string) => headers.some(({ name }) => name.toLowerCase() === wanted)
  return [
    ...headers,
    ...(has('accept') ? [] : [{ name: 'Accept', value: 'application/json' }]),
    ...(has('date') ? [] : [{ name: 'Date', value: date }]),
    ...(has('host') ? [] : [{ name: 'Host', value: new URL(url).host }]),
  ]
}

const callOf = (method: string, target: string, headers: Header[]): Call => ({
  operation: 'list',
  family: undefined,
  encoding: 'none',
  method,
  target,
  rawHeaders: headers.flatMap(({ name, value }) => [name, value]),
  body: undefined,
  connection: {},
})

function curl(method: string, url: string, headers: Header[]): string {
  const quote = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`
  // curl ignores a field that ends with a colon; a field without a value must end with a semicolon.
  const lines = headers.map(
    ({ name, value }) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`,
  )
  const options = [
    // curl doesn't know a self-signed certificate.
    ...(url.startsWith('https:') ? ['-k'] : []),
    // curl would read these characters as a pattern, or remove them, although they were signed.
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.{1,2}(?=[/?]|$)/.test(url) ? ['--path-as-is'] : []),
    ...(method === 'HEAD' ? ['-I'] : method === 'GET' ? [] : ['-X', method]),
  ]
  return [['curl', ...options, quote(url)].join(' '), ...lines].join(' \\\n  ')
}
