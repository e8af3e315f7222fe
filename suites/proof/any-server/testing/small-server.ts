import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createFreshFolder } from '../../../../harness/testing/fresh-folder.ts'
import { freePort } from '../../../../harness/wire/testing/servers.ts'

/**
 * A server as its owner would write it: the newer path family with one-hour tokens and one private token. It doesn't know
 * this suite, prints no ready line and has no clock control. If CLOCK_FILE is set, the number of seconds in that file is
 * added to the time; if STORE_KEEPS_TIME is set, tokens still expire by real time; if FORGETS_AT_JUMPS is set, it then
 * forgets all tokens, as if it had been restarted. LIVES_MS: how long a token lives. If LOGS is set, it prints every request.
 * After DIES_AFTER requests, it prints the next one and exits.
 */
const source = `
import { createServer } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'

const { PORT, CLOCK_FILE, STORE_KEEPS_TIME, FORGETS_AT_JUMPS, LIVES_MS = '3600000', LOGS, DIES_AFTER = 'Infinity' } = process.env
const shift = () => (CLOCK_FILE && existsSync(CLOCK_FILE) ? Number(readFileSync(CLOCK_FILE, 'utf8')) : 0) * 1000
const now = () => Date.now() + shift()
const users = [{ id: 1, username: 'ann', email: 'ann@example.com' }, { id: 2, username: 'ben', email: 'ben@example.com' }]
const tokens = new Map()
let asked = 0
let lastShift = 0

createServer(async (request, response) => {
  const answer = (status, body) => {
    response.writeHead(status, { 'Content-Type': 'application/json', Date: new Date(now()).toUTCString() })
    response.end(JSON.stringify(body))
  }
  if (FORGETS_AT_JUMPS && shift() !== lastShift) tokens.clear()
  lastShift = shift()
  let body = ''
  for await (const chunk of request) body += chunk
  if (LOGS) console.log('asked', request.headers.authorization, body)
  if (++asked > Number(DIES_AFTER)) {
    console.error('boom while handling', request.headers.authorization, body)
    process.exit(3)
  }
  if (request.method === 'POST' && request.url === '/api/v1/authentication/auth/') {
    let fields = {}
    try {
      fields = (request.headers['content-type'] ?? '').includes('form')
        ? Object.fromEntries(new URLSearchParams(body))
        : (JSON.parse(body) ?? {})
    } catch {}
    if (fields.username !== 'ann' || fields.password !== 'small-Server-31') return answer(400, { error: 'wrong' })
    const token = randomUUID()
    tokens.set(token, (STORE_KEEPS_TIME ? Date.now() : now()) + Number(LIVES_MS))
    return answer(201, { token })
  }
  if (request.method === 'GET' && request.url.split('?')[0] === '/api/v1/users/users/') {
    const [scheme, value] = (request.headers.authorization ?? '').split(' ')
    const until = scheme === 'Bearer' ? (tokens.get(value) ?? 0) : 0
    const right = until > (STORE_KEEPS_TIME ? Date.now() : now()) || (scheme === 'Token' && value === 'small-private-token-17')
    return right ? answer(200, users) : answer(401, { detail: 'who are you?' })
  }
  answer(404, { detail: 'nothing here' })
}).listen(PORT, '127.0.0.1')
`

export interface SmallServer {
  file: string
  port: number
  /** What its operator declares besides how it is started and clocked. */
  declared: {
    baseUrl: string
    accounts: object
    privateTokens: object
  }
}

/** Writes the small server to a file, and picks a port that was free a moment ago; starts nothing. */
export async function smallServer(): Promise<SmallServer> {
  const file = join(createFreshFolder({ onTestFinished }, { 'server.mjs': source }), 'server.mjs')
  const port = await freePort()
  return {
    file,
    port,
    declared: {
      baseUrl: `http://127.0.0.1:${port}`,
      accounts: { plain: { username: 'ann', password: 'small-Server-31' } },
      privateTokens: { plain: { username: 'ann', token: 'small-private-token-17' } },
    },
  }
}
