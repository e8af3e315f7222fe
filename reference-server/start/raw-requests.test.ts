import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerWithParts, startServer } from './server.ts'

let server: ServerWithParts
beforeAll(async () => {
  server = await startServer({ fastHash: true, debug: true })
})
afterAll(() => server.stop())

const list = '/api/v1/users/users/'
const host = 'Host: 127.0.0.1'
const end = 'Connection: close\r\n\r\n'
const get = (target: string, ...fields: string[]) =>
  [`GET ${target} HTTP/1.1`, host, ...fields, end].join('\r\n')
const withHeaders = (...fields: string[]) => get(list, ...fields)

/** Ways around authentication that worked on real servers, frameworks and proxies. None carries a valid credential. */
const requests: Record<string, string> = {
  'no credentials': withHeaders(),
  'HTTP/0.9': `GET ${list}\r\n`,
  'HTTP/1.0 without a host': `GET ${list} HTTP/1.0\r\n\r\n`,
  'HTTP/2.0 in the request line': `GET ${list} HTTP/2.0\r\n${host}\r\n${end}`,
  'two hosts': withHeaders('Host: localhost'),
  'no host': `GET ${list} HTTP/1.1\r\n${end}`,
  'an absolute target': get(`http://127.0.0.1${list}`),
  'an absolute target on another host': get(`http://localhost${list}`),
  'a target with a fragment': get(`${list}#/login`),
  'two slashes': get(`//api//v1//users//users//`),
  'a dot segment': get('/api/docs/../v1/users/users/'),
  'an encoded dot segment': get('/api/docs/%2e%2e/v1/users/users/'),
  'an encoded slash': get('/api/v1/users%2fusers/'),
  'an encoded letter': get('/api/v1/users/%75sers/'),
  'a path in capitals': get('/API/V1/USERS/USERS/'),
  'a path parameter': get('/api/v1/users/users/;jsessionid=1'),
  'a suffix': get('/api/v1/users/users.json'),
  'a zero byte behind the path': get(`${list}%00`),
  'a backslash': get('/api\\v1\\users\\users\\'),
  HEAD: `HEAD ${list} HTTP/1.1\r\n${host}\r\n${end}`,
  OPTIONS: `OPTIONS ${list} HTTP/1.1\r\n${host}\r\n${end}`,
  TRACE: `TRACE ${list} HTTP/1.1\r\n${host}\r\n${end}`,
  CONNECT: `CONNECT 127.0.0.1:80 HTTP/1.1\r\n${host}\r\n${end}`,
  'an unknown method': `LIST ${list} HTTP/1.1\r\n${host}\r\n${end}`,
  'a method in small letters': `get ${list} HTTP/1.1\r\n${host}\r\n${end}`,
  'a method override': `POST ${list} HTTP/1.1\r\n${host}\r\nX-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n${end}`,
  'another path in a header': get('/api/docs/', `X-Original-URL: ${list}`, `X-Rewrite-URL: ${list}`),
  'an address of its own': withHeaders(
    'X-Forwarded-For: 127.0.0.1',
    'Forwarded: for=127.0.0.1',
    'X-Real-IP: ::1',
  ),
  'a user named by a proxy': withHeaders('X-Remote-User: ada', 'Remote-User: ada', 'X-Forwarded-User: ada'),
  'Bearer without a token': withHeaders('Authorization: Bearer'),
  'Bearer with a blank': withHeaders('Authorization: Bearer  '),
  'Bearer null': withHeaders('Authorization: Bearer null'),
  'Token with a zero': withHeaders('Authorization: Token 0'),
  'two Authorization fields': withHeaders('Authorization: Bearer x', 'Authorization: Token y'),
  'a folded Authorization': withHeaders('Authorization: Bearer\r\n x'),
  'Basic of nobody': withHeaders('Authorization: Basic Og=='),
  'Signature without parameters': withHeaders('Authorization: Signature '),
  'Signature with an empty list': withHeaders('Authorization: Signature keyId="",headers="",signature=""'),
  'a space before the colon': withHeaders('Authorization : Bearer x'),
  'an empty session': withHeaders('Cookie: sessionid='),
  'a session of a prototype': withHeaders('Cookie: sessionid=__proto__'),
  'line feeds alone': `GET ${list} HTTP/1.1\n${host}\nConnection: close\n\n`,
  'a length and chunks at once': `POST /api/v1/authentication/auth/ HTTP/1.1\r\n${host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${withHeaders()}`,
  'a request in the body of another': `POST /api/v1/authentication/auth/ HTTP/1.1\r\n${host}\r\nContent-Length: ${withHeaders().length}\r\n${end}${withHeaders()}`,
  'a carriage return in a field': withHeaders('X-A: b\rAuthorization: Bearer x'),
  'a zero byte in a field': withHeaders('X-A: b\0c'),
}

/** Part of every record of the list. */
const aUser = /@example\.org/

test.each(Object.entries(requests))('%s opens no list', async (_, request) => {
  expect(await sent(request)).not.toMatch(aUser)
})

test('what is looked for is in the list that a valid request gets', async () => {
  const { privateToken } = server.account('ada')
  expect(await sent(withHeaders(`Authorization: Token ${privateToken}`))).toMatch(aUser)
})

/** Returns everything that the server sends until it closes the connection. */
function sent(request: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.end(request, 'latin1'))
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
    // A server may cut off a connection that it can't read.
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}
