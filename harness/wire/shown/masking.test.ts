import { describe, expect, test } from 'vitest'
import { createSecrets } from './masking.ts'

const nasty = 'p"ä\\s<w>&=+% \'d/\n\u{1f511}$`!*()~-._'
const plain = 'e47af8a3d267bf878f17ab95106497e207b5f029'
const html = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '&#39;',
  )
const json = (text: string) => JSON.stringify(text).slice(1, -1)
const base64 = (text: string) => Buffer.from(text).toString('base64')

const everyThird = (secret: string) =>
  Array.from({ length: secret.length }, (_, at) =>
    at % 3 === 0
      ? `\\u${secret.charCodeAt(at).toString(16).padStart(4, '0').toUpperCase()}`
      : json(secret[at] ?? ''),
  ).join('')
const everyThirdPercent = (secret: string) =>
  [...Buffer.from(secret)]
    .map((byte, at) => {
      const character = String.fromCharCode(byte)
      return at % 3 > 0 && /[\w.-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`
    })
    .join('')

const ways: [string, (secret: string) => string][] = [
  ['plain', (secret) => secret],
  ['in JSON', (secret) => JSON.stringify({ token: secret })],
  ['in JSON in JSON', (secret) => JSON.stringify({ body: JSON.stringify({ token: secret }) })],
  [
    'in ASCII JSON',
    (secret) =>
      json(secret).replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  ['percent-encoded', encodeURIComponent],
  [
    'percent-encoded in lower case',
    (secret) => encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase()),
  ],
  ['in a form', (secret) => new URLSearchParams({ password: secret }).toString()],
  ['in JSON, every third character an escape', everyThird],
  ['in JSON in JSON, every third character an escape', (secret) => JSON.stringify(everyThird(secret))],
  ['percent-encoded, every third character needlessly', everyThirdPercent],
  [
    'in a form, every third character needlessly',
    (secret) => everyThirdPercent(secret).replaceAll('%20', '+'),
  ],
  ['in a form, made by hand', (secret) => encodeURIComponent(secret).replaceAll('%20', '+')],
  ['in a header', (secret) => Buffer.from(secret).toString('latin1')],
  ['in a page', html],
  [
    'in an attribute',
    (secret) => secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  ],
  ['JSON in a page', (secret) => html(JSON.stringify({ token: secret }))],
  ['in base64', base64],
  ['in hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
  ['in hexadecimal of upper case', (secret) => Buffer.from(`x${secret}y`).toString('hex').toUpperCase()],
  ['in base64url', (secret) => Buffer.from(secret).toString('base64url')],
  ...[0, 1, 2, 3].map((length): [string, (secret: string) => string] => [
    `in base64 behind ${length} characters`,
    (secret) => base64(`${'ada:'.slice(4 - length)}${secret}-and more`),
  ]),
  [
    'in lines of quoted-printable that were joined',
    (secret) =>
      [...Buffer.from(secret)]
        .map((byte, at) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}${at % 5 === 4 ? '=' : ''}`)
        .join(''),
  ],
  ['JSON in base64', (secret) => base64(JSON.stringify({ token: secret }))],
]

describe.each([
  ['a plain secret', plain],
  ['a nasty secret', nasty],
])('%s', (_, secret) => {
  test.each(ways)('is masked %s', (_name, encode) => {
    const secrets = createSecrets()
    secrets.add(secret, 'accounts.plain.password')
    const masked = secrets.mask(`before ${encode(secret)} after`)

    expect(masked).toMatch(/^before .*\*\*\*/s)
    expect(masked).not.toContain(encode(secret).slice(2, -2))
  })

  test('is found plainly and escaped, in text as in bytes', () => {
    const secrets = createSecrets()
    secrets.add(secret, 'accounts.plain.password')
    const found = new Map([[secret.toLowerCase(), 'accounts.plain.password']])
    for (const encode of [String, json, encodeURIComponent, html, (text: string) => json(json(text))]) {
      expect(secrets.findIn(`before ${encode(secret)} after`)).toEqual(found)
      expect(secrets.findIn(Buffer.from(encode(secret)))).toEqual(found)
    }
  })
})

test('text without a secret comes back as it is', () => {
  const secrets = createSecrets()
  secrets.add(plain, 'a token')
  const text =
    'GET /api/v1/users/users/ answered 401 {"detail":"Authentication credentials were not provided."} e47af8a'

  expect(secrets.mask(text)).toBe(text)
  expect(secrets.findIn(text).size).toBe(0)
})

test('parts of a secret are masked, and what was made of one, but for fewer than eight characters', () => {
  const secrets = createSecrets()
  secrets.add(plain, 'a token')

  expect(secrets.mask(`<${plain.slice(0, 20)}> <${plain.slice(-12)}x> <${plain.toUpperCase()}>`)).toBe(
    '<***> <***x> <***>',
  )
  expect(secrets.mask(plain.slice(0, 7))).toBe(plain.slice(0, 7))
})

test('our own words are masked at their field only', () => {
  const secrets = createSecrets({ own: ['The anonymous challenge of application/json.'] })
  secrets.add('anonymous', 'a word')
  secrets.add('Application/json', 'a type')
  secrets.add('challenge-31', 'a word and more')

  expect(secrets.mask('anonymous application/json challenge challenge-31')).toBe(
    'anonymous application/json challenge ch***',
  )
  expect([...secrets.findIn('anonymous application/json').values()]).toEqual([])
})

test('a text that is escaped without end is not shown', () => {
  const secrets = createSecrets()
  secrets.add(plain, 'a token')
  expect(secrets.mask(`a %${'25'.repeat(3000)}41`)).toBe('***')
})

test('words around a secret are shown, however often and in whatever alphabet it occurs', () => {
  const secrets = createSecrets()
  const token = '+/XO5AECyIeT9VFz39IB8XjftXNwIPv1zwcVPaRI0Fek4='
  secrets.add(token, 'the private token')
  const encoded = Buffer.from(token).toString('base64')
  const text = `the client wrote to stderr: last words ${token} | first | last words ${token} | first | last words ${token}`
  expect(secrets.mask(text)).toBe(text.replaceAll(token, '***'))
  expect(secrets.mask(`${text} ${encoded}`)).not.toContain(encoded)
})

test('UTF-8 that was read as Latin-1 is read as Windows-1252 too, as numeric entities are', () => {
  const secrets = createSecrets()
  secrets.add('9ß漢7ßß字Z9', 'a password')
  const entities = [...Buffer.from('9ß漢7ßß字Z9')].map((byte) => `&#${byte};`).join('')

  expect(secrets.mask(`a ${entities}`)).toBe('a ***')
})

test('an encoded copy beside a plain one is masked too', () => {
  const secrets = createSecrets()
  secrets.add(plain, 'a token')
  expect(secrets.mask(`a ${plain} b ${base64(plain)}`)).toBe('a ***')
})

test.each([
  ['in capitals', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP===='],
  ['in lower case', 'jbswy3dpehpk3pxpjbswy3dpehpk3pxp'],
  ['without padding', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  ['in groups of four', 'jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp'],
  ['in groups of four with hyphens', 'JBSW-Y3DP-EHPK-3PXP-JBSW-Y3DP-EHPK-3PXP'],
])('the secret of one-time codes is masked %s, however it was declared', (_, echo) => {
  for (const declared of [
    'jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp',
    'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP====',
  ]) {
    const secrets = createSecrets()
    secrets.add(declared, 'accounts.mfa.otpSecret')
    expect(secrets.mask(`a ${echo}`)).toMatch(/^a ?\*\*\*=*$/)
  }
})

test('before what spans words, no part of an echo is left that is too short to be found', () => {
  const secrets = createSecrets()
  secrets.add("',.!~$ 6X$Z9", 'a password')
  const echo = '\\u0027,.\\u0021~\\u0024 6X$Z9'

  expect(secrets.mask(`POST /otp/${echo}?x=${echo} answered 400`)).toBe('POST ***')
})

test('of secrets that hold or overlap each other, nothing stays', () => {
  const secrets = createSecrets()
  for (const value of ['abcdefghij', 'abcdefghijKLMNOP', 'KLMNOPqrstuv', 'cdefghijKL'])
    secrets.add(value, value)

  expect(secrets.mask('<abcdefghijKLMNOP> <abcdefghijKLMNOPqrstuv> <abcdefghij>')).toBe('<***> <***> <***>')
})

test('short secrets are left to their fields', () => {
  const secrets = createSecrets()
  secrets.add('hunter2', 'short')
  expect(secrets.mask('the word is hunter2')).toBe('the word is hunter2')
})

test('every secret among many is found at any place', () => {
  const secrets = createSecrets()
  const values = Array.from({ length: 500 }, (_, index) => `secret-${index * 7919}-${index}`)
  for (const value of values) secrets.add(value, value)
  const filler = `${' x'.repeat(500)} `

  for (const value of values.filter((_, index) => index % 50 === 0)) {
    expect(secrets.mask(`${value}${filler}${value}${filler}${value}`)).toMatch(
      /^\*\*\*( x)+ \*\*\*( x)+ \*\*\*$/,
    )
    expect([...secrets.findIn(filler + value).values()]).toContain(value)
  }
})

test('a secret with words of ours is masked at its field only, whatever stands between them', () => {
  const url = 'http://127.0.0.1:8080'
  const secrets = createSecrets({ own: [url] })
  secrets.add(url, 'headers.Origin')
  expect(secrets.mask(`GET ${url}/api/users/ answered 401`)).toBe(`GET ${url}/api/users/ answered 401`)
})

test.each([
  ['{"data":["c","o","r","r","e","c","t","h","o","r"]}', 'a list of characters'],
  ['[99 111 114 114 101 99 116 104 111 114 115 101]', 'bytes as Go prints them'],
  ['{"type":"Buffer","data":[99,111,114,114,101,99,116,104,111]}', 'bytes as Node.js does'],
  ['unknown <em>corr</em>ectho<em>rse</em>', 'what a search has found'],
])('a secret is masked in %s (%s)', (text) => {
  const secrets = createSecrets()
  secrets.add('correcthorse', 'a password')
  expect(secrets.mask(text)).toMatch(/^\S{0,12} ?\*\*\*\S?$/)
})

test('a list of users is shown, though it is full of numbers, ids and dates', () => {
  const secrets = createSecrets()
  secrets.add('corr&ct h"rse-Batt3ry', 'a password')
  const users = Array.from({ length: 20 }, (_, id) => ({
    id: `8f14e45f-ceea-467f-a1b2-${String(id).padStart(12, '0')}`,
    username: `user-${id}`,
    email: `user${id}@example.com`,
    joined: `2024-01-${10 + id}T10:00:00Z`,
    groups: [id, id + 40, id + 80],
  }))
  expect(secrets.mask(JSON.stringify(users))).toBe(JSON.stringify(users))
})

test.each([
  ['turned round', 'trhaffihcsfpmaduanoD'],
  ['shifted by 13', 'Qbanhqnzcsfpuvssnueg'],
  ['shifted by 3', 'Grqdxgdpsivfkliidkuw'],
  ['shifted by 13 and in pieces', 'Qba-nhq-nzc-sfp-uvs-sna'],
])('a word that is %s is still masked: it looks like any other word', (_, echo) => {
  const secrets = createSecrets()
  secrets.add('Donaudampfschiffahrt', 'a password')

  expect(secrets.mask(`you sent ${echo}`)).toMatch(/^you (?:sent )?\*\*\*$/)
  expect(secrets.mask('you sent a Dampfboot, a Donauwelle, or nothing at all')).toContain('Donauwelle')
})
