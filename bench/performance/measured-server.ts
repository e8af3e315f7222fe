// A server to be measured, in a separate process: `reference`, or `bare` fastify that gives the same answers.
import { createHmac } from 'node:crypto'
import fastify from 'fastify'
import { startServer } from '../../reference-server/start/server.ts'

export interface Ready {
  port: number
  /** Requests by route. The requests of a long list are sent in turn, each once. */
  routes: Record<string, string[]>
}

/** An answer of the reference server, for the bare one to repeat. */
export interface GivenAnswer {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: unknown
}

const list = '/api/v1/users/users/'
const secondStep = '/api/users/v1/otp/auth/'
const host = 'Host: 127.0.0.1\r\n'
const get = (header: string) => `GET ${list} HTTP/1.1\r\n${host}${header}\r\n\r\n`
const post = (path: string, fields: object) => {
  const body = JSON.stringify(fields)
  return `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

async function reference(submissions: number): Promise<Ready> {
  // Its clock stands still: on a busy machine, the run may take longer than a code or a seed is valid.
  const startedAt = Date.now()
  const { url, parts, account } = await startServer({ fastHash: true, now: () => startedAt })
  // The same code is accepted every time: the work of a valid submission is what is measured.
  parts.choices.codeAcceptedOncePerStep = false
  const bob = parts.accounts.find('bob')
  if (!bob) throw new Error('the demo accounts lack bob')
  const { privateToken, accessKeys } = account('ada')
  const login = await fetch(`${url}/api/users/v1/auth/`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'dee', password: account('dee').password }),
  })
  const { token } = (await login.json()) as { token: string }
  const date = new Date(parts.clock.now()).toUTCString()
  const text = `(request-target): get ${list}\naccept: application/json\ndate: ${date}`
  const [{ keyId, keySecret }] = accessKeys as [{ keyId: string; keySecret: string }]
  const signature = createHmac('sha256', keySecret).update(text).digest('base64')
  const authorization = `Signature keyId="${keyId}",algorithm="hmac-sha256",headers="(request-target) accept date",signature="${signature}"`
  const otp_code = account('bob').oneTimeCode
  return {
    port: Number(new URL(url).port),
    routes: {
      'list, token': [get(`Authorization: Bearer ${token}`)],
      'list, private token': [get(`Authorization: Token ${privateToken}`)],
      'list, session': [get(`Cookie: sessionid=${parts.sessions.start('dee').id}`)],
      'list, signature': [
        get(`Accept: application/json\r\nDate: ${date}\r\nAuthorization: ${authorization}`),
      ],
      'second step': Array.from({ length: submissions }, () =>
        post(secondStep, { seed: parts.seeds.issue(bob).text, otp_code }),
      ),
    },
  }
}

async function bare(answers: GivenAnswer[]): Promise<Ready> {
  const app = fastify()
  for (const { method, path, headers, body } of answers)
    app.route({ method, url: path, handler: (_request, reply) => reply.headers(headers).send(body) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { port: (app.server.address() as { port: number }).port, routes: {} }
}

process.on('message', (question: { submissions?: number; answers?: GivenAnswer[]; cpu?: true }) => {
  if (question.cpu) {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMilliseconds: (user + system) / 1000, rss: process.memoryUsage.rss() })
  } else {
    const ready = question.answers ? bare(question.answers) : reference(question.submissions ?? 0)
    void ready.then((message) => process.send?.(message))
  }
})
// Its parent has ended, for whatever reason.
process.on('disconnect', () => process.exit())
