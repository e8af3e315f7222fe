import { createHmac } from 'node:crypto'
import { signingString } from '../../harness/client/credentials/http-signature.ts'
import { headersOf } from '../../harness/client-judge/recorded.ts'
import { attempt } from '../../harness/wire/attempt.ts'
import { wholeOrLength } from '../../harness/wire/shown/shortened.ts'
import { header, type Call } from './obligation.ts'

/**
 * A parameter: a name, and a value between quotes or without them. Between quotes, any character may have a backslash
 * before it (RFC 9110, section 5.6.4).
 */
const parameter = /(?<![\w-])([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|[^\s",;]+)/g

/** Returns the quoted parameters after the scheme word, and the names in the list; undefined for those that are missing. */
export function parametersOf({ credential = '' }: Call) {
  const found = new Map(
    [...credential.matchAll(parameter)].flatMap(([, name = '', quoted]) =>
      quoted === undefined ? [] : [[name.toLowerCase(), quoted.replaceAll(/\\(.)/g, '$1')]],
    ),
  )
  return {
    keyId: found.get('keyid'),
    algorithm: found.get('algorithm'),
    list: found.get('headers')?.toLowerCase().split(' ').filter(Boolean),
    signature: found.get('signature'),
  }
}

/** True if there is one comma between two parameters, and nothing else but white space (RFC 9110, section 5.6.1.1). */
export const isSeparated = ({ credential = '' }: Call): boolean =>
  /^\s*=(?:\s*,\s*=)*\s*$/.test(credential.replaceAll(parameter, '='))

export interface SignatureFault {
  /** The part that was not signed as it was sent. */
  part: 'target' | 'headers' | 'secret'
  why: string
  /** The string that was signed, if it could be found, and the correct one. */
  signed?: string
  right?: string
}

/**
 * Returns what is wrong with a signature; undefined if it verifies. `unknown`: no string or secret that we tried produces
 * it.
 */
export function faultOf(call: Call, secret: string): SignatureFault | undefined {
  const { list = ['date'], signature = '' } = parametersOf(call)
  const bytes = bytesOf(signature)
  const { method, target, headers } = call.request
  const missing = list.find((name) => name !== '(request-target)' && header(call, name) === undefined)
  if (missing !== undefined) return { part: 'headers', why: whyMissing(missing) }
  const right = signingString(list, { method, target, fields: headers })
  // What was sent is bytes, each of them one character here.
  const made = (text: string, key: string | Buffer = secret, hash = 'sha256') =>
    createHmac(hash, key).update(text, 'latin1').digest()
  if (made(right).equals(bytes)) return undefined
  // What hash functions return unless they are asked for bytes.
  if (made(right).toString('hex') === bytes.toString('latin1').toLowerCase())
    return { part: 'secret', why: 'the HMAC was turned to hexadecimal before it was encoded in base64' }
  for (const { part, why, text } of mistakes(call, right))
    if (made(text).equals(bytes)) return { part, why, signed: text, right }
  const keys: [string, string | Buffer, string?][] = [
    ['the secret was decoded from base64', Buffer.from(secret, 'base64')],
    ['the secret was decoded from hexadecimal', Buffer.from(secret.replaceAll('-', ''), 'hex')],
    ['the secret was encoded in base64', Buffer.from(secret).toString('base64')],
    ['the secret is followed by a line break', `${secret}\n`],
    ['the secret was turned to capitals', secret.toUpperCase()],
    ['the secret was turned to lower case', secret.toLowerCase()],
    ['the hyphens of the secret were left out', secret.replaceAll('-', '')],
    ['the HMAC is one of SHA-1', secret, 'sha1'],
    ['the HMAC is one of SHA-512', secret, 'sha512'],
    ['the key ID was taken for the secret', parametersOf(call).keyId ?? ''],
  ]
  for (const [why, key, hash] of keys)
    if (made(right, key, hash).equals(bytes)) return { part: 'secret', why }
  return { part: 'secret', why: unknownMistake, right }
}

const whyMissing = (name: string) =>
  name.startsWith('(')
    ? `${name} is listed, and is not a header: (request-target) is the only other name that the specification shows`
    : `${name} is listed, and was not sent`

export const unknownMistake = 'it is not the HMAC of any of the usual signing strings'

/** Decodes Base64 of either alphabet, padded or not, or hexadecimal. */
function bytesOf(signature: string): Buffer {
  if (/^(?:[\da-f]{2})+$/i.test(signature) && signature.length >= 40) return Buffer.from(signature, 'hex')
  return Buffer.from(decodeURIComponentOr(signature), 'base64')
}

const decodeURIComponentOr = (text: string): string => attempt(() => decodeURIComponent(text), text)

/** Yields strings that clients sign by mistake. */
function* mistakes(
  call: Call,
  right: string,
): Generator<{ part: 'target' | 'headers'; why: string; text: string }> {
  const { method, target } = call.request
  const verb = method.toLowerCase()
  const line = `(request-target): ${verb} ${target}`
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const targets: [why: string, text: string][] = [
    ['the query is missing from the signed target', `${verb} ${path}`],
    ...rewritten(query).map((other): [string, string] => [
      'the query was signed in another spelling or order than it was sent',
      `${verb} ${path}?${other}`,
    ]),
    ['the method is in capitals in the signed target', `${method} ${target}`],
    ['the method is missing from the signed target', target],
    ['the signed target is in lower case', `${verb} ${target.toLowerCase()}`],
    ['the tilde is encoded in the signed target', `${verb} ${target.replaceAll('~', '%7E')}`],
    [
      'the path prefix of the base URL is missing from the signed target',
      `${verb} ${call.path}${call.query ? `?${call.query}` : ''}`,
    ],
    ['the signed target has no slash at its end', `${verb} ${path.replace(/\/$/, '')}`],
    ['the signed target is a whole URL', `${verb} http://${header(call, 'host')}${target}`],
    ['the signed target has another method', `get ${target}`],
    ['the signed target has another method', `post ${target}`],
    ['the signed target has another method', `head ${target}`],
    ['the signed target names the HTTP version', `${verb} ${target} http/1.1`],
    [
      'the signed target is decoded',
      Buffer.from(`${verb} ${decodeURIComponentOr(target)}`).toString('latin1'),
    ],
  ]
  for (const [why, text] of targets)
    yield { part: 'target', why, text: right.replace(line, () => `(request-target): ${text}`) }
  const lines = right.split('\n')
  const named = (name: string, value: string) =>
    lines.map((one) => (one.startsWith(`${name}: `) ? `${name}: ${value}` : one)).join('\n')
  /** Signs what is made of the values of each header that was sent more than once. */
  const repeated = (make: (values: string[]) => string | undefined) =>
    lines
      .map((one) => {
        const name = one.slice(0, Math.max(0, one.indexOf(': ')))
        const values = headersOf(call.request.headers, name)
        return values.length > 1 ? `${name}: ${make(values)}` : one
      })
      .join('\n')
  const date = Date.parse(header(call, 'date') ?? '')
  const dates = Number.isNaN(date)
    ? []
    : Array.from({ length: 21 }, (_, at) => new Date(date + (at - 10) * 1000).toUTCString())
  const host = header(call, 'host') ?? ''
  const texts: [why: string, ...texts: string[]][] = [
    ['a letter beyond ASCII was signed in UTF-8, but sent in Latin-1', Buffer.from(right).toString('latin1')],
    [
      'a letter beyond ASCII was signed in Latin-1, but sent in UTF-8',
      Buffer.from(right, 'latin1').toString(),
    ],
    [
      'the lines are in another order than the list',
      ...[lines.toReversed(), lines.toSorted(), ...permutations(lines)].map((all) => all.join('\n')),
    ],
    ['a line end too many was signed', `${right}\n`],
    ['the lines end with CR LF', lines.join('\r\n')],
    ['the space after the colons is missing', right.replace(/^([^:\n]+): /gm, '$1:')],
    ['the names of the headers are missing', right.replace(/^[^:\n]+: /gm, '')],
    ['the names of the headers were not signed in lower case', ...otherCases(call, lines)],
    ['the accept header was signed with another value', named('accept', '*/*')],
    ['the host header was signed without its port', named('host', host.replace(/:\d+$/, ''))],
    ['the host header was signed as localhost', named('host', host.replace(/^[^:]*/, 'localhost'))],
    [
      'the date that was signed is not the date that was sent',
      ...[...dates, String(Math.floor(date / 1000))].map((one) => named('date', one)),
    ],
    [
      'the date was signed in another form',
      ...(dates.length === 0 ? [] : [named('date', new Date(date).toISOString())]),
    ],
    ...lines.map((one): [string, string] => [
      `${one.split(':')[0]} is listed, and was not signed`,
      lines.filter((other) => other !== one).join('\n'),
    ]),
    [
      'of a repeated header only one value was signed',
      repeated((values) => values.at(-1)),
      repeated(([first]) => first),
    ],
    [
      'the values of a repeated header were signed in another order',
      repeated((values) => values.toReversed().join(', ')),
    ],
  ]
  for (const [why, ...all] of texts) for (const text of all) yield { part: 'headers', why, text }
}

/** Returns a query as clients write it again from its parameters: encoded as in a form or a URL, in its order or sorted. */
function rewritten(query: string): string[] {
  const parameters = [...new URLSearchParams(query)]
  const written = encoders.map((encode) => parameters.map((pair) => pair.map(encode).join('=')))
  return [query.split('&'), ...written].flatMap((parts) => [parts.join('&'), parts.toSorted().join('&')])
}

/** RFC 3986, section 2.3: letters, digits and four signs are not encoded. */
const strictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const encoders: ((text: string) => string)[] = [
  (text) => encodeURIComponent(text),
  strictly,
  (text) => strictly(text).replaceAll('%20', '+'),
  (text) => new URLSearchParams([['', text]]).toString().slice(1),
]

/** Returns names as they were sent, and in three kinds of capitals: all lines changed at once, and each line alone. */
function otherCases({ request }: Call, lines: readonly string[]): string[] {
  const asSent = (name: string) =>
    request.headers.find(([field]) => field.toLowerCase() === name)?.[0] ?? name
  const title = (name: string) => name.replace(/(?:^|(?<=-))[a-z]/g, (letter) => letter.toUpperCase())
  const first = (name: string) => name.replace(/^[a-z]/, (letter) => letter.toUpperCase())
  const capitals = (name: string) => name.toUpperCase()
  return [asSent, title, first, capitals].flatMap((write) => {
    const written = lines.map((line) => line.replace(/^[\w-]+(?=: )/, write))
    return [written, ...written.map((line, at) => lines.with(at, line))].map((all) => all.join('\n'))
  })
}

function permutations(lines: readonly string[]): string[][] {
  if (lines.length > 4) return []
  if (lines.length < 2) return [[...lines]]
  return lines.flatMap((first, at) => permutations(lines.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

/** A digest or the like: anything could be encoded in it, so the sentence around it might be masked. */
const encoded = /(?<=^[\w-]+: )(?:[\w-]+=:?)?[A-Za-z0-9+/]{22,}={0,2}:?$/gm
const quoted = (text: string) => JSON.stringify(text.replaceAll(encoded, (one) => wholeOrLength(one, 0)))

/** Describes the first line that differs, and both signing strings if others differ as well. */
export function difference({ signed, right, why }: SignatureFault): string {
  if (right === undefined) return why
  if (signed === undefined) return `${why}; the expected signing string is ${quoted(right)}`
  const [ours, theirs] = [right.split('\n'), signed.split('\n')]
  const differs = (line: string, index: number) => line !== theirs[index]
  const whole = `the string that was signed is ${quoted(signed)}, the expected one is ${quoted(right)}`
  const at = ours.findIndex(differs)
  if (at < 0) return `${why}; ${whole}`
  const first = `${why}: line ${at + 1} is ${JSON.stringify(theirs[at] ?? '')}, but should be ${JSON.stringify(ours[at] ?? '')}`
  // A longer text of escapes might be masked: anything could be encoded in it.
  if (ours.length === theirs.length && ours.filter(differs).length === 1) return first
  return `${first}; ${whole}`
}
