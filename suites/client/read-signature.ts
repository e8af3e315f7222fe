import { createHmac } from 'node:crypto'
import { signingString } from '../../harness/client/credentials/http-signature.ts'
import { attempt } from '../../harness/wire/attempt.ts'
import { header, type Call } from './obligation.ts'

export interface Parameters {
  keyId?: string
  algorithm?: string
  /** The names in the list; undefined if there is none. */
  list?: string[]
  signature?: string
}

/**
 * A parameter: a name, and a value between quotes or without them. Between quotes, any character may have a backslash
 * before it (RFC 9110, section 5.6.4).
 */
const parameter = /(?<![\w-])([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|[^\s",;]+)/g

/** Returns the quoted parameters after the scheme word. */
export function parametersOf({ credential = '' }: Call): Parameters {
  const found = new Map(
    [...credential.matchAll(parameter)].flatMap(([, name = '', quoted]) =>
      quoted === undefined ? [] : [[name.toLowerCase(), quoted.replaceAll(/\\(.)/g, '$1')]],
    ),
  )
  const value = (name: string) => found.get(name)
  const headers = value('headers')
  return {
    ...(value('keyid') === undefined ? {} : { keyId: value('keyid') ?? '' }),
    ...(value('algorithm') === undefined ? {} : { algorithm: value('algorithm') ?? '' }),
    ...(headers === undefined ? {} : { list: headers.toLowerCase().split(' ').filter(Boolean) }),
    ...(value('signature') === undefined ? {} : { signature: value('signature') ?? '' }),
  }
}

/** True if there are commas between the parameters, and nothing else but white space. */
export function isSeparated({ credential = '' }: Call): boolean {
  const rest = credential.replaceAll(parameter, '=')
  return /^[\s,=]*$/.test(rest) && !/=\s*=/.test(rest)
}

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
  for (const { part, why, text } of mistakes(call, list, right))
    if (made(text).equals(bytes)) return { part, why, signed: text, right }
  const keys: [string, string | Buffer, string?][] = [
    ['the secret was decoded from base64', Buffer.from(secret, 'base64')],
    ['the secret was decoded from hexadecimal', Buffer.from(secret.replaceAll('-', ''), 'hex')],
    ['the secret is followed by a line break', `${secret}\n`],
    ['the secret was turned to capitals', secret.toUpperCase()],
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
  list: readonly string[],
  right: string,
): Generator<{ part: 'target' | 'headers'; why: string; text: string }> {
  const { method, target } = call.request
  const line = `(request-target): ${method.toLowerCase()} ${target}`
  const [path = ''] = target.split('?')
  const targets: [string, string][] = [
    ['the query is missing from the signed target', `${method.toLowerCase()} ${path}`],
    [
      'the path was signed, but the request line has a whole URL',
      `${method.toLowerCase()} ${target.replace(/^https?:\/\/[^/]*/i, '')}`,
    ],
    ['the method is in capitals in the signed target', `${method} ${target}`],
    ['the method is missing from the signed target', target],
    [
      'the path prefix of the base URL is missing from the signed target',
      `${method.toLowerCase()} ${call.path}${call.query ? `?${call.query}` : ''}`,
    ],
    ['the signed target has no slash at its end', `${method.toLowerCase()} ${path.replace(/\/$/, '')}`],
    ['the signed target is a whole URL', `${method.toLowerCase()} http://${header(call, 'host')}${target}`],
    ...['get', 'post', 'head'].map((other): [string, string] => [
      'the signed target has another method',
      `${other} ${target}`,
    ]),
    ['the signed target names the HTTP version', `${method.toLowerCase()} ${target} http/1.1`],
    [
      'the signed target is decoded',
      Buffer.from(`${method.toLowerCase()} ${decodeURIComponentOr(target)}`).toString('latin1'),
    ],
  ]
  for (const [why, text] of targets)
    yield { part: 'target', why, text: right.replace(line, () => `(request-target): ${text}`) }
  const lines = right.split('\n')
  const named = (name: string, value: string) =>
    lines.map((one) => (one.startsWith(`${name}: `) ? `${name}: ${value}` : one)).join('\n')
  const date = Date.parse(header(call, 'date') ?? '')
  const dates = Number.isNaN(date)
    ? []
    : Array.from({ length: 21 }, (_, at) => new Date(date + (at - 10) * 1000).toUTCString())
  const host = header(call, 'host') ?? ''
  const texts: [string, string][] = [
    ['a letter beyond ASCII was signed in UTF-8, but sent in Latin-1', Buffer.from(right).toString('latin1')],
    [
      'a letter beyond ASCII was signed in Latin-1, but sent in UTF-8',
      Buffer.from(right, 'latin1').toString(),
    ],
    ['the lines are in another order than the list', lines.toReversed().join('\n')],
    ['the lines are in another order than the list', lines.toSorted().join('\n')],
    ...permutations(lines).map((one): [string, string] => [
      'the lines are in another order than the list',
      one.join('\n'),
    ]),
    ['a line end too many was signed', `${right}\n`],
    ['the lines end with CR LF', lines.join('\r\n')],
    [
      'the space after the colons is missing',
      lines.map((one) => one.replace(/^([^:]+): /, '$1:')).join('\n'),
    ],
    ['the names of the headers are missing', lines.map((one) => one.replace(/^[^:]+: /, '')).join('\n')],
    ...otherCases(call, lines).map((one): [string, string] => [
      'the names of the headers were not signed in lower case',
      one,
    ]),
    ['the accept header was signed with another value', named('accept', '*/*')],
    ['the host header was signed without its port', named('host', host.replace(/:\d+$/, ''))],
    ['the host header was signed as localhost', named('host', host.replace(/^[^:]*/, 'localhost'))],
    ...dates.map((one): [string, string] => [
      'the date that was signed is not the date that was sent',
      named('date', one),
    ]),
    [
      'the date that was signed is not the date that was sent',
      named('date', String(Math.floor(date / 1000))),
    ],
    ...(Number.isNaN(date)
      ? []
      : [
          ['the date was signed in another form', named('date', new Date(date).toISOString())] as [
            string,
            string,
          ],
        ]),
    ...lines.map((one): [string, string] => [
      `${one.split(':')[0]} is listed, and was not signed`,
      lines.filter((other) => other !== one).join('\n'),
    ]),
    ['of a repeated header only one value was signed', lastValues(call, list, lines).join('\n')],
    ['of a repeated header only one value was signed', firstValues(call, list, lines).join('\n')],
    ['the values of a repeated header were signed in another order', reversedValues(call, lines).join('\n')],
  ]
  for (const [why, text] of texts) yield { part: 'headers', why, text }
}

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

const valuesOf = ({ request }: Call, name: string) =>
  request.headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value)

const nameOf = (line: string) => line.slice(0, Math.max(0, line.indexOf(': ')))
const lastValues = (call: Call, _list: readonly string[], lines: string[]) =>
  lines.map((line) =>
    valuesOf(call, nameOf(line)).length > 1
      ? `${nameOf(line)}: ${valuesOf(call, nameOf(line)).at(-1)}`
      : line,
  )
const firstValues = (call: Call, _list: readonly string[], lines: string[]) =>
  lines.map((line) =>
    valuesOf(call, nameOf(line)).length > 1 ? `${nameOf(line)}: ${valuesOf(call, nameOf(line))[0]}` : line,
  )
const reversedValues = (call: Call, lines: string[]) =>
  lines.map((line) =>
    valuesOf(call, nameOf(line)).length > 1
      ? `${nameOf(line)}: ${valuesOf(call, nameOf(line)).toReversed().join(', ')}`
      : line,
  )

function permutations(lines: readonly string[]): string[][] {
  if (lines.length > 4) return []
  if (lines.length < 2) return [[...lines]]
  return lines.flatMap((first, at) => permutations(lines.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

/** Describes both signing strings, and the first line that differs. */
export function difference({ signed, right, why }: SignatureFault): string {
  if (right === undefined) return why
  if (signed === undefined) return `${why}; the expected signing string is ${JSON.stringify(right)}`
  const [ours, theirs] = [right.split('\n'), signed.split('\n')]
  const at = Math.max(
    ours.findIndex((line, index) => line !== theirs[index]),
    0,
  )
  return (
    `${why}: line ${at + 1} is ${JSON.stringify(theirs[at] ?? '')}, but should be ${JSON.stringify(ours[at] ?? '')}; ` +
    `the string that was signed is ${JSON.stringify(signed)}, the expected one is ${JSON.stringify(right)}`
  )
}
