import { expect, test } from 'vitest'
import { maskQuoted } from './mask-quoted.ts'

/** `§` marks the position of the secret in each line; the result must contain no part of it. */
const secrets = [
  'a',
  '123456',
  'x y z',
  `it's "so"`,
  'a/b+c=',
  'p&q=r%41',
  '845cb80c-1f1b-4a3a-9be2-0a8f4b1c2d3e',
]

test.each([
  ['boom while handling Bearer § {"a":1}', /^boom while handling Bearer \*\*\* \{"a":1\}$/],
  ['GET /api HTTP/1.1 Authorization: Token §', /^GET \/api HTTP\/1\.1 Authorization: \*\*\*$/],
  ["{'HTTP_AUTHORIZATION': 'Basic §', 'PATH': '/x'}", /^\{'HTTP_AUTHORIZATION': \*\*\*/],
  ['Cookie: sessionid=§; csrftoken=§', /^Cookie: \*\*\*$/],
  ['Set-Cookie: sessionid=§; Path=/; HttpOnly', /^Set-Cookie: \*\*\*$/],
  ["  'set-cookie': [ 'sessionid=§; Path=/', 'sid=§' ],", /^ {2}'set-cookie': \*\*\*/],
  ["rawHeaders: [ 'Cookie', 'sessionid=§' ]", /^rawHeaders: \[ 'Cookie', \*\*\*/],
])('%s', (line, masked) => {
  for (const secret of secrets.filter((each) => !/[\s"]/.test(each))) {
    const seen = maskQuoted(line.replaceAll('§', secret))
    expect(seen).toMatch(masked)
    if (secret !== 'a') expect(seen).not.toContain(secret)
  }
})

const inJson = (value: string) => JSON.stringify(value)
const inPython = (value: string) => (value.includes("'") ? `"${value.replaceAll('"', '\\"')}"` : `'${value}'`)

test.each([
  'token',
  'seed',
  'password',
  'otp_code',
  'code',
  'secret',
  'keySecret',
  'key',
  'private_token',
  'csrfmiddlewaretoken',
])('the value of %s, however it is spelt', (name) => {
  for (const secret of secrets) {
    const object = { username: 'ann', [name]: secret, page: 2 }
    const form = new URLSearchParams({ username: 'ann', [name]: secret, page: '2' }).toString()
    const spelt: [string, RegExp][] = [
      [JSON.stringify(object), new RegExp(`^\\{"username":"ann","${name}":\\*\\*\\*,"page":2\\}$`)],
      [
        inJson(JSON.stringify(object)),
        new RegExp(`^"\\{\\\\"username\\\\":\\\\"ann\\\\",\\\\"${name}\\\\":\\*\\*\\*`),
      ],
      [
        `{'username': 'ann', '${name}': ${inPython(secret)}, 'page': 2}`,
        new RegExp(`^\\{'username': 'ann', '${name}': \\*\\*\\*, 'page': 2\\}$`),
      ],
      [`<QueryDict: {'${name}': [${inPython(secret)}]}>`, new RegExp(`^<QueryDict: \\{'${name}': \\*\\*\\*`)],
      [`{:${name}=>${inJson(secret)}, :page=>2}`, new RegExp(`^\\{:${name}=>\\*\\*\\*, :page=>2\\}$`)],
      [`{ ${name}: ${inPython(secret)} }`, new RegExp(`^\\{ ${name}: \\*\\*\\* \\}$`)],
      [`body ${form}`, new RegExp(`^body username=ann&${name}=\\*\\*\\*$`)],
      [
        `POST /login?${form} HTTP/1.1 500`,
        new RegExp(`^POST /login\\?username=ann&${name}=\\*\\*\\* HTTP/1.1 500$`),
      ],
      [encodeURIComponent(JSON.stringify(object)), new RegExp(`${name}%22%3A\\*\\*\\*`)],
      [`${JSON.stringify({ [name]: secret }).slice(0, -2)}`, new RegExp(`^\\{"${name}":\\*\\*\\*$`)],
    ]
    for (const [line, masked] of spelt) {
      const seen = maskQuoted(line)
      expect(seen, line).toMatch(masked)
      if (secret !== 'a') expect(seen, line).not.toContain(secret)
    }
  }
})

test.each([
  ['postgres://app:s3cr3t@db:5432/users', 'postgres://app:***@db:5432/users'],
  ['issued 845cb80c-1f1b-4a3a-9be2-0a8f4b1c2d3e to ann', 'issued *** to ann'],
  ['wrong code 123456 of bob', 'wrong code *** of bob'],
  ['session store: eyJhbGciOiJIUzI1NiJ9eyJzdWIi1.x', 'session store: ***.x'],
])('%s', (line, masked) => {
  expect(maskQuoted(line)).toBe(masked)
})

test.each([
  "TypeError: Cannot read properties of undefined (reading 'id')",
  '    at Server.handle (/srv/app/node_modules/fastify/lib/route.js:123:45)',
  'Private token (ada)',
  '2026-11-21T18:05:32.120Z "GET /api/v1/users/users/ HTTP/1.1" 500 231',
  '{"code":101,"otp_url":"/api/users/v1/otp/auth/","token":null,"seed":""}',
  'the process ended with exit code 3',
])('what is no secret stays: %s', (line) => {
  expect(maskQuoted(line)).toBe(line)
})

test('a long line takes no long time', () => {
  const line = `token="${'\\"'.repeat(20_000)} password='${'code'.repeat(5_000)}`
  expect(maskQuoted(line)).toContain('***')
})
