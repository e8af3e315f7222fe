import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { httpDate } from '../common/clock.ts'
import { createChoices, someCall, stillClock } from '../testing/fixture.ts'
import { createSignatures } from './http-signature.ts'

interface Vectors {
  secret: string
  vectors: {
    name: string
    method: string
    target: string
    headers: string[]
    fields: [string, string][]
    signature: string
  }[]
}
const file = new URL('../../fixtures/signature-vectors.json', import.meta.url)
const { secret, vectors } = JSON.parse(readFileSync(file, 'utf8')) as Vectors
const key = { keyId: 'k', keySecret: secret, username: 'mia' }

function setUp() {
  const choices = createChoices()
  const clock = stillClock()
  return { choices, clock, signatures: createSignatures(choices, clock) }
}
const callOf = ({
  method,
  target,
  fields,
}: Omit<Vectors['vectors'][number], 'headers' | 'name' | 'signature'>) =>
  someCall({ method: method.toUpperCase(), target, rawHeaders: fields.flat() })

test.each(vectors)('vector $name', (vector) => {
  const { signatures } = setUp()
  const text = signatures.signingString(vector.headers, callOf(vector))
  expect(signatures.sign(secret, text ?? '')).toBe(vector.signature)
})

test.each(vectors.filter(({ headers }) => headers.includes('(request-target)')))(
  '$name is accepted at its time',
  (vector) => {
    const { clock, signatures } = setUp()
    const { headers, signature } = vector
    const parameters = { keyId: 'k', algorithm: 'hmac-sha256', headers, signature }
    expect(signatures.fault(parameters, key, callOf(vector))).toBeUndefined()
    clock.advance({ seconds: 300 })
    expect(signatures.fault(parameters, key, callOf(vector))).toBeUndefined()
    clock.advance({ seconds: 0.001 })
    expect(signatures.fault(parameters, key, callOf(vector))).toMatch('too far')
  },
)

/** Returns the fault of a request that is valid except for what the test changes. */
function faultOf(change: {
  names?: string[]
  sent?: string[]
  signed?: string[]
  algorithm?: string
  signature?: string
  noList?: true
}) {
  const { clock, signatures } = setUp()
  const valid = ['Accept', 'application/json', 'Date', httpDate(clock.now())]
  const names = change.names ?? ['(request-target)', 'accept', 'date']
  const text =
    signatures.signingString(names, someCall({ rawHeaders: change.signed ?? change.sent ?? valid })) ?? ''
  const parameters = {
    keyId: 'k',
    algorithm: change.algorithm ?? 'hmac-sha256',
    headers: change.noList ? undefined : names,
    signature: change.signature ?? signatures.sign(secret, text),
  }
  return signatures.fault(parameters, key, someCall({ rawHeaders: change.sent ?? valid }))
}

const now = 'Sat, 07 Jun 2014 20:51:35 GMT'
test.each([
  ['nothing', {}, undefined],
  ['date and accept in another order', { names: ['date', 'accept', '(request-target)'] }, undefined],
  ['no target in the list', { names: ['accept', 'date'] }, 'must contain'],
  ['no date in the list', { names: ['(request-target)', 'accept'] }, 'must contain'],
  ['an empty date', { sent: ['date', '', 'accept', 'a/b'] }, 'not an HTTP date'],
  ['a date that is garbage', { sent: ['date', 'yesterday', 'accept', 'a/b'] }, 'not an HTTP date'],
  ['a date in ISO form', { sent: ['date', '2014-06-07T20:51:35Z', 'accept', 'a/b'] }, 'not an HTTP date'],
  ['two dates', { sent: ['date', now, 'accept', 'a/b', 'date', now] }, 'exactly one'],
  [
    'a date beside a signed x-date',
    { names: ['(request-target)', 'x-date'], sent: ['x-date', now] },
    'must contain',
  ],
  ['(created) without its parameter', { names: ['(request-target)', 'date', '(created)'] }, 'was not sent'],
  ['a listed header that was not sent', { names: ['(request-target)', 'date', 'x-gone'] }, 'was not sent'],
  ['another value of accept', { signed: ['accept', 'text/html', 'date', now] }, 'does not match'],
  ['the label rsa-sha256', { algorithm: 'rsa-sha256' }, 'algorithm'],
  ['the label hmac-sha512', { algorithm: 'hmac-sha512' }, 'algorithm'],
  ['no list', { noList: true as const }, 'list'],
  ['an empty signature', { signature: '' }, 'does not match'],
  ['a signature that is no base64', { signature: '%%%' }, 'does not match'],
])('%s', (_name, change, fault) => {
  if (fault === undefined) expect(faultOf(change)).toBeUndefined()
  else expect(faultOf(change)).toMatch(fault)
})

test('a cut or longer signature does not match, nor one that decodes to the same bytes', () => {
  const { clock, signatures } = setUp()
  const rawHeaders = ['date', httpDate(clock.now())]
  const headers = ['(request-target)', 'date']
  const signature = signatures.sign(secret, signatures.signingString(headers, someCall({ rawHeaders })) ?? '')
  const loose =
    signature.slice(0, -2) + String.fromCharCode(signature.charCodeAt(signature.length - 2) + 1) + '='
  for (const other of [signature.slice(0, -1), `${signature}=`, loose]) {
    const parameters = { keyId: 'k', algorithm: 'hmac-sha256', headers, signature: other }
    expect(signatures.fault(parameters, key, someCall({ rawHeaders }))).toMatch('does not match')
  }
})

test('where a signature is accepted once only, it is forgotten when its time is long over', () => {
  const seen = new Map<string, number>()
  const choices = { ...createChoices(), signatureAcceptedOnce: true }
  const clock = stillClock()
  const signatures = createSignatures(choices, clock, seen)
  const send = () => {
    const rawHeaders = ['Date', httpDate(clock.now())]
    const call = someCall({ rawHeaders })
    const headers = ['(request-target)', 'date']
    const signature = signatures.sign(secret, signatures.signingString(headers, call)!)
    const parameters = { keyId: 'k', algorithm: 'hmac-sha256', headers, signature }
    return () => signatures.fault(parameters, key, call)
  }
  const first = send()
  expect(first()).toBeUndefined()
  expect(first()).toBe('the signature was used before')
  clock.advance({ seconds: 600 })
  expect(send()()).toBeUndefined()
  expect(seen.size).toBe(2)
  clock.advance({ seconds: 1 })
  expect(send()()).toBeUndefined()
  expect(seen.size).toBe(2)
})

test('without a list of headers the date alone is signed, where the list may be absent', () => {
  const choices = { ...createChoices(), headersParameterMayBeAbsent: true }
  const clock = stillClock()
  const signatures = createSignatures(choices, clock)
  const date = httpDate(clock.now())
  const call = someCall({ rawHeaders: ['Date', date] })
  const signature = signatures.sign(secret, `date: ${date}`)
  const parameters = { keyId: 'k', algorithm: 'hmac-sha256', headers: undefined, signature }
  expect(signatures.fault(parameters, key, call)).toBeUndefined()
  expect(createSignatures(createChoices(), clock).fault(parameters, key, call)).toMatch('list')
})
