import { createHmac } from 'node:crypto'
import type { Method, Operation } from '../../../harness/client-judge/operation.ts'
import type { Time } from '../../../harness/client-judge/time.ts'
import { codeAt } from '../../../harness/client-judge/totp.ts'
import { createHttp, type Field, type Incoming, type Outgoing } from './http.ts'
import { recordsOf } from './records.ts'
import { keepCookies, type Jar } from './cookies.ts'
import { Failure } from './failure.ts'
import { logInByPage } from './web-login.ts'

/** What a client finds in its environment. */
export type Env = Readonly<Record<string, string>>

export interface Challenge {
  seed: string
  otpUrl: string
}

export interface Account {
  username: string
  password: string
}

/**
 * A correct client. Its functions call each other through this object, so that a defect or a variation can replace one of
 * them.
 */
export interface Client {
  env: Env
  method: Method
  /** How many seconds the server said that it is ahead. */
  aheadSeconds: number
  token: string | undefined
  /** When the token was issued, by `now`. */
  tokenAt: number
  jar: Jar
  now(): number
  send(request: Outgoing): Promise<Incoming>
  base(): string
  loginPath(): string
  listPath(): string
  account(): Account
  logIn(): Promise<void>
  loginRequest(account: Account): Outgoing
  isChallenge(body: Record<string, unknown>, answer: Incoming): boolean
  tokenOf(body: Record<string, unknown>, answer: Incoming): string | undefined
  answerChallenge(challenge: Challenge): Promise<void>
  stepUrl(otpUrl: string): string
  stepRequest(challenge: Challenge): Outgoing
  code(): string
  /** True if the current token is still usable. */
  isGood(): boolean
  authorize(request: Outgoing): Outgoing
  signedNames(): string[]
  signedTarget(request: Outgoing): string
  signingString(names: readonly string[], request: Outgoing): string
  signature(text: string): string
  date(): string
  accept(): string
  listRequest(): Outgoing
  askForList(): Promise<Incoming>
  recordsOf(answer: Incoming): unknown[] | undefined
  /** True if an answer that is no list is worth a new login. */
  isRejection(answer: Incoming): boolean
  mayLogInAgain(logins: number): boolean
  list(): Promise<unknown[]>
  use(method: Method): void
  advance(seconds: number): void
  act(operation: Operation): Promise<object>
  sleep(ms: number): Promise<void>
  close(): void
}

export const json = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export const objectOf = (text: string): Record<string, unknown> => {
  const value = json(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

const variable = (env: Env, name: string) => env[`CONFORMANCE_${name}`] ?? ''

export function createClient(env: Env, time: Time): Client {
  const http = createHttp()
  const client: Client = {
    env,
    method: 'token',
    aheadSeconds: 0,
    token: undefined,
    tokenAt: 0,
    jar: new Map(),
    now: () => time.wallMs() + client.aheadSeconds * 1000,
    send: (request) => http.send(request),
    close: () => http.close(),
    sleep: (ms) => time.sleep(ms),
    base: () => variable(env, 'BASE_URL'),
    loginPath: () => '/api/v1/authentication/auth/',
    listPath: () => '/api/v1/users/users/',
    account: () =>
      client.method === 'mfa'
        ? { username: variable(env, 'MFA_USERNAME'), password: variable(env, 'MFA_PASSWORD') }
        : { username: variable(env, 'USERNAME'), password: variable(env, 'PASSWORD') },
    loginRequest: ({ username, password }) => ({
      method: 'POST',
      url: client.base() + client.loginPath(),
      headers: [
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json'],
      ],
      body: JSON.stringify({ username, password }),
    }),
    isChallenge: (body) => body['code'] === 101,
    tokenOf: ({ token }) => (typeof token === 'string' && token !== '' ? token : undefined),
    async logIn() {
      const logIn = () => client.send(client.loginRequest(client.account()))
      let answer = await logIn()
      if (answer.status === 429) {
        await client.sleep(retryAfterMs(answer))
        answer = await logIn()
      }
      const body = objectOf(answer.body)
      if (client.isChallenge(body, answer)) {
        const { seed, otp_url: otpUrl } = body
        if (typeof seed !== 'string' || typeof otpUrl !== 'string')
          throw new Failure('a challenge without a seed')
        return await client.answerChallenge({ seed, otpUrl })
      }
      const token = client.tokenOf(body, answer)
      if (token === undefined) throw new Failure(`the login was rejected (${answer.status})`)
      Object.assign(client, { token, tokenAt: client.now() })
    },
    async answerChallenge(challenge) {
      const answer = await client.send(client.stepRequest(challenge))
      const token = client.tokenOf(objectOf(answer.body), answer)
      if (token === undefined) throw new Failure(`the second step was rejected (${answer.status})`)
      Object.assign(client, { token, tokenAt: client.now() })
    },
    stepUrl(otpUrl) {
      const base = new URL(client.base())
      const url = new URL(otpUrl, `${base.origin}/`)
      if (url.origin !== base.origin) throw new Failure('the otp_url leads to another origin')
      const isBelow = url.pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`)
      const path = isBelow ? url.pathname : base.pathname.replace(/\/$/, '') + url.pathname
      return base.origin + path + url.search
    },
    stepRequest: ({ seed, otpUrl }) => ({
      method: 'POST',
      url: client.stepUrl(otpUrl),
      headers: [
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json'],
        ['Cache-Control', 'no-cache'],
      ],
      body: JSON.stringify({ seed, otp_code: client.code() }),
    }),
    code: () => codeAt(variable(env, 'OTP_SECRET'), client.now()),
    isGood: () => client.token !== undefined && client.now() - client.tokenAt < 3_600_000,
    authorize(request) {
      const add = (...fields: Field[]): Outgoing => ({ ...request, headers: [...request.headers, ...fields] })
      switch (client.method) {
        case 'token':
        case 'mfa':
          return add(['Authorization', `Bearer ${client.token}`])
        case 'private-token':
          return add(['Authorization', `Token ${variable(env, 'PRIVATE_TOKEN')}`])
        case 'session':
          return add(['Cookie', [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')])
        case 'signature': {
          const dated = add(['Date', client.date()])
          const names = client.signedNames()
          const signature = client.signature(client.signingString(names, dated))
          return {
            ...dated,
            headers: [
              ...dated.headers,
              [
                'Authorization',
                `Signature keyId="${variable(env, 'KEY_ID')}",algorithm="hmac-sha256",headers="${names.join(' ')}",signature="${signature}"`,
              ],
            ],
          }
        }
      }
    },
    date: () => new Date(client.now()).toUTCString(),
    accept: () => 'application/json',
    signedNames: () => ['(request-target)', 'accept', 'date'],
    signedTarget: ({ method, url }) => `${method.toLowerCase()} ${url.replace(/^https?:\/\/[^/]*/, '')}`,
    signingString: (names, request) =>
      names
        .map((name) => {
          if (name === '(request-target)') return `${name}: ${client.signedTarget(request)}`
          const fields: Field[] = [...request.headers, ['host', new URL(request.url).host]]
          const values = fields
            .filter(([field]) => field.toLowerCase() === name)
            .map(([, value]) => value.replace(/^[ \t]+|[ \t]+$/g, ''))
          return `${name}: ${values.join(', ')}`
        })
        .join('\n'),
    signature: (text) => createHmac('sha256', variable(env, 'KEY_SECRET')).update(text).digest('base64'),
    listRequest: () => ({
      method: 'GET',
      url: client.base() + client.listPath(),
      headers: [['Accept', client.accept()]],
    }),
    async askForList() {
      const answer = await client.send(client.authorize(client.listRequest()))
      keepCookies(client.jar, answer)
      return answer
    },
    recordsOf: (answer) => (answer.status >= 200 && answer.status < 300 ? recordsOf(answer.body) : undefined),
    isRejection: ({ status }) => status < 500 && status !== 429,
    mayLogInAgain: (logins) => logins < 2,
    list: () => list(client),
    use(method) {
      client.jar.clear()
      Object.assign(client, { method, token: undefined })
    },
    advance: (seconds) => void (client.aheadSeconds += seconds),
    async act(operation) {
      if (operation.op === 'use') client.use(operation.method)
      if (operation.op === 'advance') client.advance(operation.seconds)
      if (operation.op !== 'list') return { ok: true }
      try {
        return { ok: true, users: await client.list() }
      } catch (error) {
        return { ok: false, error: (error as Error).message }
      }
    },
  }
  return client
}

/** Zero without the header. */
const retryAfterMs = ({ headers }: Incoming): number =>
  1000 * Number(headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? 0)

async function list(client: Client): Promise<unknown[]> {
  const isLogin = client.method === 'token' || client.method === 'mfa'
  let waited = 0
  for (let logins = 0; ;) {
    if (isLogin && !client.isGood()) {
      await client.logIn()
      logins++
    }
    if (client.method === 'session' && !client.jar.has('sessionid')) {
      await logInByPage(client)
      logins++
    }
    const answer = await client.askForList()
    const records = client.recordsOf(answer)
    if (records) return records
    if (answer.status === 429 && retryAfterMs(answer) > 0 && waited++ < 2) {
      await client.sleep(retryAfterMs(answer))
      continue
    }
    const canLogIn = isLogin || client.method === 'session'
    if (!canLogIn || !client.isRejection(answer) || !client.mayLogInAgain(logins))
      throw new Failure(`there was no list (${answer.status})`)
    client.token = undefined
    client.jar.clear()
  }
}
