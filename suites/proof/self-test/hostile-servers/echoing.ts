import { createServer, type Server } from 'node:http'
import { withBody } from '../null-servers/stub-answers.ts'
import { encodings } from './encodings.ts'

const made = { token: 'T0ken-of-the-echo-5f2b9c71', seed: 's33d-of-the-echo-77aa01c4' }

/** Values that it makes itself, which are just as secret. */
export const secretsOfEcho = Object.values(made)

/** Creates a server that repeats what it was sent, and all secrets, in every answer, each time in another encoding. */
export function createEcho(secrets: readonly string[]): Server {
  const ways = Object.values(encodings)
  let count = 0
  return createServer((request, response) => {
    withBody(request, (sent) => {
      const encode = ways[count++ % ways.length] ?? String
      const told = [...secrets, ...secretsOfEcho, ...secrets.map((secret) => secret.toLowerCase())]
      const repeated = `${request.url} ${JSON.stringify(request.headers)} ${sent.toString()}`
      const body = {
        detail: `you sent ${encode(repeated)}`,
        each: told.map(encode),
        all: encode(told.join(' ')),
      }
      const challenge = {
        ...made,
        code: 101,
        msg: encode(made.seed),
        otp_url: `/o/?x=${encodeURIComponent(encode(made.token))}`,
      }
      const isPost = request.method === 'POST'
      response.writeHead(isPost ? 200 : 401, {
        'content-type': 'application/json',
        'x-told': encodeURIComponent(encode(told[count % told.length] ?? '')),
        'set-cookie': 'sessionid=s3551on-of-the-echo-90; Path=/',
      })
      response.end(
        JSON.stringify(isPost ? { ...challenge, ...body } : { ...body, '\u001b]0;owned\u0007': '\u009b31m' }),
      )
    })
  })
}
