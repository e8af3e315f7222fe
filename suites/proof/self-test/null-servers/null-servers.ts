import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type Socket } from 'node:net'
import { hangingServers } from './hanging.ts'
import type { NullServer } from './null-server.ts'
import { everything, loginPage } from './stub-answers.ts'

/** 6: no server answers; 3: nothing could be judged; 1: the server answers, and breaks what was declared. */
const unreachable = { declared: 6, undeclared: 6 }
const stub = { declared: 1, undeclared: 3 }

export const nullServers: readonly NullServer[] = [
  ...hangingServers,
  { ...raw('dead', 'Nobody listens on the port.'), create: () => createSocketServer() },
  raw('mute', 'Accepts connections and never answers.', () => {}),
  raw('closing', 'Closes each connection at once.', (socket) => socket.destroy()),
  raw('garbage', 'Answers with bytes that are no HTTP.', (socket) => {
    socket.once('data', () => socket.end(Buffer.from([0, 255, 17, 3, 13, 10, 200, 1, 2, 13, 10, 13, 10])))
  }),
  raw('drip', 'Sends its answer a byte at a time, for ever.', (socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n')
      const timer = setInterval(() => socket.write(' '), 200)
      socket.on('close', () => clearInterval(timer))
    })
  }),
  http('empty-object', 'Answers 200 {} to everything.', json(200, {})),
  http('empty-list', 'Answers 200 [] to everything.', json(200, [])),
  http('always-401', 'Answers 401 to everything.', json(401, { detail: 'no' })),
  http('always-403', 'Answers 403 to everything.', json(403, { detail: 'no' })),
  http('always-404', 'Answers 404 to everything.', json(404, { detail: 'not found' })),
  {
    ...http('always-429', 'Answers 429 to everything.', json(429, { detail: 'slow down' })),
    exitCodes: { declared: 3, undeclared: 3 },
  },
  http('always-500', 'Answers 500 to everything.', json(500, { detail: 'oops' })),
  http('echo', 'Answers with the body that was sent.', (request, response) => {
    withBody(request, (body) => {
      response.setHeader('content-type', request.headers['content-type'] ?? 'application/json')
      response.end(body)
    })
  }),
  http('mirror', 'Answers with all that was sent, as fields of one object.', (request, response) => {
    withBody(request, (body) => send(response, 200, { ...mirrored(request, body) }))
  }),
  http('login-page', 'Answers with an HTML login page, whatever is asked for.', (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('set-cookie', ['sessionid=s3551on; Path=/', 'csrftoken=c5rf; Path=/'])
    response.end(loginPage)
  }),
  http('redirect-loop', 'Redirects everything to where it came from.', (request, response) => {
    response.writeHead(307, { location: request.url ?? '/' }).end()
  }),
  http('everything', 'Answers token, challenge and users at once, whatever is asked for.', (_, response) => {
    response.setHeader('set-cookie', 'sessionid=s3551on; Path=/')
    send(response, 200, everything)
  }),
]

function raw(name: string, summary: string, listener: (socket: Socket) => void = () => {}): NullServer {
  const create = () =>
    createSocketServer((socket) => {
      socket.on('error', () => {})
      listener(socket)
    })
  return { name, summary, exitCodes: unreachable, create }
}

function http(name: string, summary: string, listener: RequestListener): NullServer {
  return { name, summary, exitCodes: stub, create: () => createServer(listener) }
}

function json(status: number, value: unknown): RequestListener {
  return (request, response) => withBody(request, () => send(response, status, value))
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function withBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(Buffer.concat(chunks)))
}

/** The sly one: returns the password as the token, and the username in a list of users. */
function mirrored(request: IncomingMessage, body: Buffer): Record<string, unknown> {
  const text = body.toString('utf8')
  let fields: Record<string, unknown>
  try {
    fields = JSON.parse(text) as Record<string, unknown>
  } catch {
    fields = Object.fromEntries(new URLSearchParams(text))
  }
  const authorization = request.headers.authorization ?? ''
  return {
    ...fields,
    token: fields['password'] ?? fields['otp_code'] ?? authorization,
    seed: fields['username'],
    results: [{ ...request.headers, ...fields }],
  }
}
