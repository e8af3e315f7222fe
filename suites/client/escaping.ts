import { text } from '../../harness/client-judge/read-calls.ts'
import { jsonIn } from '../../harness/wire/shown/json-in.ts'
import { header, type Call } from './obligation.ts'

/** True if a body has only what form encoding writes: all else in it is percent-encoded. */
export const isPrintable = ({ request }: Call): boolean => /^[!-~]*$/.test(text(request.body))

/** True for multipart, whatever its boundary is: Python's has an equals sign. */
const isMultipart = (body: string) => /^--[^\r\n]+\r?\nContent-/i.test(body)

const isLikeForm = (body: string) => /^&*[^\s=&{["<]+=/.test(body)

/**
 * True if a body is neither JSON nor a form only because it has this password without any escaping. It must have the username
 * too, and JSON its end: a test may send a malformed body on purpose.
 */
export function hasRaw({ encoding, request }: Call, username: string, password: string): boolean {
  const body = text(request.body)
  const names = [username, encodeURIComponent(username), JSON.stringify(username)]
  return (
    encoding === 'other' &&
    !isMultipart(body) &&
    (/^\s*\{.*\}\s*$/s.test(body) || isLikeForm(body)) &&
    names.some((name) => body.includes(name)) &&
    body.includes(password) &&
    JSON.stringify(password) !== `"${password}"` &&
    encodeURIComponent(password) !== password
  )
}

/** True if a multipart body has this name and password, each in a part of its own. */
export function hasParts({ encoding, request }: Call, username: string, password: string): boolean {
  const body = text(request.body)
  return (
    encoding === 'other' &&
    isMultipart(body) &&
    [username, password].every((value) => body.includes(`\r\n\r\n${value}\r\n`))
  )
}

export function howCompressed(call: Call): string | undefined {
  const coding = header(call, 'content-encoding')
  return coding === undefined ? undefined : `the body is compressed: its content-encoding is ${coding}`
}

/** Says what is wrong with a body that is neither a JSON object nor form-encoded. */
export function whatIsNeither(call: Call, passwords: readonly string[]): string {
  const { encoding, request } = call
  const body = text(request.body)
  if (encoding === 'none') return 'there is no body'
  const compressed = howCompressed(call)
  if (compressed !== undefined) return compressed
  if (jsonIn(body) !== undefined) return 'the body is JSON, but not an object'
  if (/^\s*\{/.test(body)) {
    const isRaw = passwords.some((password) => body.includes(password))
    return `the body begins like JSON and is not valid JSON${isRaw ? ': the password in it is not escaped' : ''}`
  }
  if (isMultipart(body)) return 'the body is multipart'
  return isLikeForm(body)
    ? 'the body looks like a form with a space, a line break or a letter beyond ASCII that is not percent-encoded'
    : 'the body is neither'
}

/** Says that a value in a body differs from those that were given, and how, if that can be told. */
export function whatChanged(what: string, sent: unknown, given: readonly string[]): string {
  if (typeof sent !== 'string') return `${what} is not a string`
  const how = given.map((one) => howChanged(sent, one)).find((one) => one !== undefined)
  return `${what} was changed on the way${how === undefined ? '' : `: ${how}`}`
}

/** Decodes what is percent-encoded; a % that begins nothing stays, and so do letters beyond ASCII. */
const percentDecoded = (value: string): string =>
  value.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())

function howChanged(sent: string, given: string): string | undefined {
  const [start = ''] = given.split('&')
  const lenient = (value: string) => percentDecoded(value.replaceAll('+', ' '))
  const ways: readonly [boolean, string][] = [
    [sent === percentDecoded(given), 'a % that a form does not encode begins another character'],
    [sent.includes('\ufffd'), 'its letters beyond ASCII are not encoded as UTF-8'],
    [sent === Buffer.from(given).toString('latin1'), 'its letters beyond ASCII are encoded as UTF-8 twice'],
    [sent === given.replaceAll('+', ' '), 'a + that a form does not encode is a space'],
    [start !== given && [start, lenient(start)].includes(sent), 'an & that a form does not encode ends it'],
    [sent === lenient(given), 'a form has to encode + and %'],
    [lenient(sent) === given, 'it is percent-encoded once too often'],
    [sent === given.replaceAll('\\n', '\n'), 'its backslash is not escaped as JSON requires'],
    [sent === given.replaceAll('\\', ''), 'its backslash is lost'],
    [sent === given.trim(), 'the spaces around it are lost'],
    [sent !== '' && given.startsWith(sent), 'its end is lost'],
    [sent.toLowerCase() === given.toLowerCase(), 'its letters are in another case'],
  ]
  return ways.find(([isSo]) => isSo)?.[1]
}
