import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpDate } from '../../common/clock.ts'
import { createClient } from '../../testing/client.ts'
import { type ServerWithParts, startServer } from '../../start/server.ts'
import type { SignatureExplanation } from './explain-signature.ts'

let server: ServerWithParts
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  server = await startServer({ fastHash: true, debug: true })
  client = createClient(server)
})
afterAll(() => server.stop())

const list = '/api/v1/users/users/'
const key = () => {
  const [first] = server.parts.demo.accessKeys
  if (!first) throw new Error('there is a demo key')
  return first
}

interface Mistake {
  target?: string
  date?: string
  names?: string
  sign?: (text: string) => string
  parameters?: string
  more?: string[]
}

/** Sends a signed request with one mistake, and returns the server's explanation. */
async function ask(mistake: Mistake = {}) {
  const date = mistake.date ?? httpDate(server.clock.now())
  const target = mistake.target ?? list
  const text = `(request-target): get ${target}\naccept: application/json\ndate: ${date}`
  const sign = mistake.sign ?? ((one) => server.parts.signatures.sign(key().keySecret, one))
  const names = mistake.names ?? '(request-target) accept date'
  const parameters =
    mistake.parameters ??
    `keyId="${key().keyId}",algorithm="hmac-sha256",headers="${names}",signature="${sign(text)}"`
  const headers = ['Accept', 'application/json', 'Date', date, 'Authorization', `Signature ${parameters}`]
  const answer = await client.get(target, ...headers, ...(mistake.more ?? []))
  const { explanation } = answer.json as { explanation?: SignatureExplanation }
  expect(answer.text).not.toContain(key().keySecret)
  expect(answer.text).not.toContain(server.parts.signatures.sign(key().keySecret, text))
  return { status: answer.status, explanation, text }
}

const given = (text: string) => ['X-Signing-String', Buffer.from(text).toString('base64')]
const wrong = () => 'AAAA'

test('a valid signature is explained no more than any other answer', async () => {
  expect(await ask()).toMatchObject({ status: 200, explanation: undefined })
})

test('outside debug mode nothing is explained', async () => {
  await using quiet = await startServer({ fastHash: true })
  const answer = await createClient(quiet).get(list, 'Authorization', `Signature keyId="${key().keyId}"`)
  expect(answer.json).toEqual({ error: 'not-authenticated', msg: 'valid credentials are needed' })
})

describe('each rule', () => {
  test.each<[string, Mistake, string, string | undefined]>([
    ['malformed', { parameters: 'keyId=x' }, 'malformed', 'keyId needs a value between quotes'],
    [
      'unknown key',
      { parameters: 'keyId="x",algorithm="a",headers="date",signature="b"' },
      'key ID',
      'not in the list: (request-target)',
    ],
    [
      'algorithm',
      { parameters: 'keyId="KEY",algorithm="rsa-sha256",headers="(request-target) date",signature="b"' },
      'the algorithm',
      'send algorithm="hmac-sha256"; the key is for no other',
    ],
    [
      'no list',
      { parameters: 'keyId="KEY",algorithm="hmac-sha256",signature="b"' },
      'is missing',
      'add headers=',
    ],
    ['short list', { names: 'accept date' }, 'must contain', 'not in the list: (request-target)'],
    ['absent header', { names: '(request-target) date x-trace' }, 'not sent', 'not sent: x-trace'],
    ['no match', { sign: wrong }, 'does not match', 'send what you signed as X-Signing-String, in base64'],
    ['no date', { date: 'today' }, 'not an HTTP date', 'write it as in'],
    [
      'old date',
      { date: 'Sun, 06 Nov 1994 08:49:37 GMT' },
      'too far',
      's behind the server clock; 300 s are allowed',
    ],
  ])('%s', async (_name, mistake, rule, detail) => {
    const parameters = mistake.parameters?.replace('KEY', key().keyId)
    const { status, explanation } = await ask(parameters ? { ...mistake, parameters } : mistake)
    expect(status).toBe(401)
    expect(explanation?.rule).toContain(rule)
    if (detail === undefined) expect(explanation?.detail).toBeUndefined()
    else expect(explanation?.detail).toContain(detail)
  })
})

describe('the signing string given by the client', () => {
  test('is compared line by line', async () => {
    const { explanation, text } = await ask({
      sign: wrong,
      more: given('(request-target): get /api/v1/users/users/\naccept: */*\ndate: now'),
    })
    expect(explanation).toMatchObject({
      signingString: text,
      firstDifference: { line: 2, column: 9, given: 'accept: */*', built: 'accept: application/json' },
    })
  })

  test('that is the same leaves the secret and the last step', async () => {
    const date = httpDate(server.clock.now())
    const text = `(request-target): get ${list}\naccept: application/json\ndate: ${date}`
    const { explanation } = await ask({ sign: wrong, date, more: given(text) })
    expect(explanation?.firstDifference).toBeUndefined()
    expect(explanation?.detail).toBe('the signing string given is the same')
  })

  test('with a line too many differs in a line that the server has not', async () => {
    const date = httpDate(server.clock.now())
    const text = `(request-target): get ${list}\naccept: application/json\ndate: ${date}\n`
    const { explanation } = await ask({ sign: wrong, date, more: given(text) })
    expect(explanation?.firstDifference).toEqual({ line: 4, column: 1, given: '', built: null })
  })

  test('that is no base64 is said to be none', async () => {
    const { explanation } = await ask({ sign: wrong, more: ['X-Signing-String', 'a: b'] })
    expect(explanation?.detail).toBe('X-Signing-String is not base64')
  })

  test('shows no cookie, since scripts may not read it', async () => {
    const { explanation } = await ask({
      names: '(request-target) cookie date',
      sign: wrong,
      more: ['Cookie', 'sessionid=hidden-from-scripts', ...given('cookie: sessionid=hidden-from-scripts')],
    })
    expect(explanation?.signingString).toContain('cookie: ***')
    expect(JSON.stringify(explanation)).not.toContain('hidden-from-scripts')
  })
})

describe('usual mistakes', () => {
  const { sign } = { sign: (text: string) => server.parts.signatures.sign(key().keySecret, text) }
  test.each<[string, (text: string) => string]>([
    ['in hexadecimal', (text) => Buffer.from(sign(text), 'base64').toString('hex')],
    ['lacks its padding', (text) => sign(text).replace(/=+$/, '')],
    ['a line break after the last line', (text) => sign(`${text}\n`)],
    ['CR LF', (text) => sign(text.replaceAll('\n', '\r\n'))],
    ['upper case', (text) => sign(text.replace(': get', ': GET'))],
    ['not in lower case', (text) => sign(text.replace('date:', 'Date:').replace('accept:', 'Accept:'))],
    ['after the secret', (text) => server.parts.signatures.sign(`${key().keySecret}\n`, text)],
    ['without its query', (text) => sign(text.replace('?limit=1', ''))],
    ['percent-encoded', (text) => encodeURIComponent(sign(text))],
    ['the whole address', (text) => sign(text.replace('get ', `get ${server.url}`))],
    ['without the method', (text) => sign(text.replace('get ', ''))],
    ['without its last slash', (text) => sign(text.replace('/?', '?'))],
    ['without a space after the colon', (text) => sign(text.replaceAll(': ', ':'))],
    ['without the names', (text) => sign(text.replace(/^.*?: /gm, ''))],
    ['in another order', (text) => sign(text.split('\n').toReversed().join('\n'))],
    ['with SHA-1', (text) => createHmac('sha1', key().keySecret).update(text).digest('base64')],
    ['with SHA-512', (text) => createHmac('sha512', key().keySecret).update(text).digest('base64')],
    ['the key ID instead of the secret', (text) => server.parts.signatures.sign(key().keyId, text)],
    ['another letter case', (text) => server.parts.signatures.sign(key().keySecret.toUpperCase(), text)],
    ['secret in base64', (text) => server.parts.signatures.sign(btoa(key().keySecret), text)],
  ])('%s', async (name, mistaken) => {
    expect((await ask({ target: `${list}?limit=1`, sign: mistaken })).explanation?.detail).toContain(name)
  })
})
