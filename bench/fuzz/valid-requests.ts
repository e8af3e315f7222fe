import { createHmac } from 'node:crypto'
import type { Draw } from './draw.ts'
import type { Message } from './message.ts'

/** Credentials for the accounts of the fuzzed server. */
export interface Credentials {
  bearer: string
  privateToken: string
  sessionid: string
  csrf: string
  seed: string
  keyId: string
  keySecret: string
  password: string
}

const message = (method: string, target: string, headers: Message['headers'] = [], body = ''): Message => ({
  method,
  target,
  version: 'HTTP/1.1',
  headers: [['Host', '127.0.0.1'], ...headers],
  body: Buffer.from(body),
})

const logins = ['/api/users/v1/auth/', '/api/v1/authentication/auth/']
const secondSteps = ['/api/users/v1/otp/auth/', '/api/v1/authentication/otp/auth/']
const lists = ['/api/users/v1/users/', '/api/v1/users/users/']
const pages = '/auth/login/ /auth/home/ /docs /api/docs/ /api/docs / /nothing /favicon.ico'.split(' ')

/** Returns a request that a conforming client could send: any operation, with any authentication method. */
export function validRequest(draw: Draw, credentials: Credentials): Message {
  switch (draw.below(8)) {
    case 0: {
      const fields = {
        username: draw.pick(['dee', 'bob', 'nobody']),
        password: draw.pick([credentials.password, 'x']),
      }
      return withBody(draw, draw.pick(logins), fields)
    }
    case 1:
      return withBody(draw, draw.pick(secondSteps), {
        seed: credentials.seed,
        otp_code: draw.text(6, '0123456789'),
      })
    case 2: {
      const form = { csrfmiddlewaretoken: credentials.csrf, username: 'dee', password: draw.pick(['x', ' ']) }
      const cookie = `sessionid=${credentials.sessionid}; csrftoken=${credentials.csrf}`
      return withBody(draw, draw.pick(['/auth/login/', '/auth/logout/']), form, [['Cookie', cookie]])
    }
    case 3:
      return message('GET', draw.pick(pages), [['Cookie', `sessionid=${credentials.sessionid}`]])
    case 4:
      return message('GET', draw.pick(lists), [['Authorization', `Bearer ${credentials.bearer}`]])
    case 5:
      return message('GET', draw.pick(lists), [['Authorization', `Token ${credentials.privateToken}`]])
    case 6:
      return message('GET', draw.pick(lists), [['Cookie', `sessionid=${credentials.sessionid}`]])
    default:
      return signed(draw.pick(lists), credentials)
  }
}

function withBody(
  draw: Draw,
  target: string,
  fields: Record<string, string>,
  headers: Message['headers'] = [],
) {
  const [type, body] = draw.once(2)
    ? ['application/json', JSON.stringify(fields)]
    : ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()]
  return message('POST', target, [['Content-Type', type], ...headers], body)
}

function signed(target: string, { keyId, keySecret }: Credentials): Message {
  // Nowhere near the server's clock, which the run moves: the signature need not be valid.
  const date = 'Sat, 21 Nov 2026 12:00:00 GMT'
  const text = `(request-target): get ${target}\naccept: application/json\ndate: ${date}`
  const signature = createHmac('sha256', keySecret).update(text).digest('base64')
  const value = `Signature keyId="${keyId}",algorithm="hmac-sha256",headers="(request-target) accept date",signature="${signature}"`
  return message('GET', target, [
    ['Accept', 'application/json'],
    ['Date', date],
    ['Authorization', value],
  ])
}
