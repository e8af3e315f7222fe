import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type Socket } from 'node:net'
import { attempt } from '../../../../harness/wire/attempt.ts'
import { hangingServers } from './hanging.ts'
import type { NullServer } from './null-server.ts'
import { everything, loginPage, withBody } from './stub-answers.ts'

/** 6: no server answers; 3: nothing could be judged; 1: the server answers, and breaks what was declared. */
const unreachable = { declared: 6, undeclared: 6 }
const stub = { declared: 1, undeclared: 3 }

export const nullServers: readonly NullServer[] = [
  ...hangingServers,
  { ...raw('dead'), create: () => createSocketServer() },
  raw('mute', () => {}),
  raw('closing', (socket) => socket.destroy()),
  raw('garbage', (socket) => {
    socket.once('data', () => socket.end(Buffer.from([0, 255, 17, 3, 13, 10, 200, 1, 2, 13, 10, 13, 10])))
  }),
  raw('drip', (socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n')
      const timer = setInterval(() => socket.write(' '), 200)
      socket.on('close', () => clearInterval(timer))
    })
  }),
  http('empty-object', json(200, {})),
  http('empty-list', json(200, [])),
  http('always-401', json(401, { detail: 'no' })),
  http('always-403', json(403, { detail: 'no' })),
  http('always-404', json(404, { detail: 'not found' })),
  {
    ...http('always-429', json(429, { detail: 'slow down' })),
    exitCodes: { declared: 3, undeclared: 3 },
  },
  http('always-500', json(500, { detail: 'oops' })),
  http('echo', (request, response) => {
    withBody(request, (body) => {
      response.setHeader('content-type', request.headers['content-type'] ?? 'application/json')
      response.end(body)
    })
  }),
  http('mirror', (request, response) => {
    withBody(request, (body) => send(response, 200, { ...mirrored(request, body) }))
  }),
  http('login-page', (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('set-cookie', ['sessionid=s3551on; Path=/', 'csrftoken=c5rf; Path=/'])
    response.end(loginPage)
  }),
  http('redirect-loop', (request, response) => {
    response.writeHead(307, { location: request.url ?? '/' }).end()
  }),
  http('everything', (_, response) => {
    response.setHeader('set-cookie', 'sessionid=s3551on; Path=/')
    send(response, 200, everything)
  }),
]

function raw(name: string, listener: (socket: Socket) => void = () => {}): NullServer {
  const create = () =>
    createSocketServer((socket) => {
      socket.on('error', () => {})
      listener(socket)
    })
  return { name, exitCodes: unreachable, create }
}

function http(name: string, listener: RequestListener): NullServer {
  return { name, exitCodes: stub, create: () => createServer(listener) }
}

function json(status: number, value: unknown): RequestListener {
  return (request, response) => withBody(request, () => send(response, status, value))
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** The sly one: returns the password as the token, and the username in a list of users. */
function mirrored(request: IncomingMessage, body: Buffer): Record<string, unknown> {
  const text = body.toString('utf8')
  const form = Object.fromEntries(new URLSearchParams(text))
  const fields = attempt(() => JSON.parse(text) as Record<string, unknown>, form)
  const authorization = request.headers.authorization ?? ''
  return {
    ...fields,
    token: fields['password'] ?? fields['otp_code'] ?? authorization,
    seed: fields['username'],
    results: [{ ...request.headers, ...fields }],
  }
}
