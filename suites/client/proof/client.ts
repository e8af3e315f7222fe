import { createHmac } from 'node:crypto'
import type { Method, Operation } from '../../../harness/client-judge/operation.ts'
import type { Time } from '../../../harness/client-judge/time.ts'
import { codeAt } from '../../../harness/client-judge/totp.ts'
import { header } from '../../../harness/wire/exchange.ts'
import { jsonIn, objectIn } from '../../../harness/wire/shown/json-in.ts'
import { createHttp, type Field, type Incoming, type Outgoing } from './http.ts'

/** What a client finds in its environment. */
type Env = Readonly<Record<string, string>>

export interface Challenge {
  seed: string
  otpUrl: string
}

export interface Account {
  username: string
  password: string
}

/** Thrown if an operation fails, with the reason. */
export class Failure extends Error {
  override name = 'Failure'
}

/**
 * A correct client. Its functions call each other through `this`, so that a defect or a variation can replace one of them.
 */
export class Client {
  env: Env
  time: Time
  http = createHttp()
  method: Method = 'token'
  /** How many seconds the server said that it is ahead. */
  aheadSeconds = 0
  token: string | undefined
  /** When the token was issued, by `now`. */
  tokenAt = 0
  /** Cookies by name. */
  jar = new Map<string, string>()

  constructor(env: Env, time: Time) {
    this.env = env
    this.time = time
  }

  now = () => this.time.wallMs() + this.aheadSeconds * 1000
  send = (request: Outgoing) => this.http.send(request)
  close = () => this.http.close()
  sleep = (ms: number) => this.time.sleep(ms)
  variable = (name: string) => this.env[`CONFORMANCE_${name}`] ?? ''
  base = () => this.variable('BASE_URL')
  loginPath = () => '/api/v1/authentication/auth/'
  listPath = () => '/api/v1/users/users/'
  account = (): Account => {
    const which = this.method === 'mfa' ? 'MFA_' : ''
    return { username: this.variable(`${which}USERNAME`), password: this.variable(`${which}PASSWORD`) }
  }
  loginRequest = ({ username, password }: Account): Outgoing => ({
    method: 'POST',
    url: this.base() + this.loginPath(),
    headers: [
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json'],
    ],
    body: JSON.stringify({ username, password }),
  })
  isChallenge = (body: Record<string, unknown>, _answer: Incoming) => body['code'] === 101
  tokenOf = ({ token }: Record<string, unknown>, _answer: Incoming) =>
    typeof token === 'string' && token !== '' ? token : undefined
  logIn = async (): Promise<void> => {
    const logIn = () => this.send(this.loginRequest(this.account()))
    let answer = await logIn()
    if (answer.status === 429) {
      await this.sleep(retryAfterMs(answer))
      answer = await logIn()
    }
    const body = objectIn(answer.body)
    if (!this.isChallenge(body, answer)) return this.keepToken(answer, 'the login')
    const { seed, otp_url: otpUrl } = body
    if (typeof seed !== 'string' || typeof otpUrl !== 'string')
      throw new Failure('a challenge without a seed')
    await this.answerChallenge({ seed, otpUrl })
  }
  answerChallenge = async (challenge: Challenge): Promise<void> =>
    this.keepToken(await this.send(this.stepRequest(challenge)), 'the second step')
  keepToken = (answer: Incoming, what: string): void => {
    const token = this.tokenOf(objectIn(answer.body), answer)
    if (token === undefined) throw new Failure(`${what} was rejected (${answer.status})`)
    Object.assign(this, { token, tokenAt: this.now() })
  }
  stepUrl = (otpUrl: string): string => {
    const { origin, pathname } = new URL(this.base())
    const prefix = pathname.replace(/\/$/, '')
    const url = new URL(otpUrl, `${origin}/`)
    if (url.origin !== origin) throw new Failure('the otp_url leads to another origin')
    return origin + (url.pathname.startsWith(`${prefix}/`) ? '' : prefix) + url.pathname + url.search
  }
  stepRequest = ({ seed, otpUrl }: Challenge): Outgoing => ({
    method: 'POST',
    url: this.stepUrl(otpUrl),
    headers: [
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json'],
      ['Cache-Control', 'no-cache'],
    ],
    body: JSON.stringify({ seed, otp_code: this.code() }),
  })
  code = () => codeAt(this.variable('OTP_SECRET'), this.now())
  /** True if the current token is still usable. */
  isGood = () => this.token !== undefined && this.now() - this.tokenAt < 3_600_000
  cookies = () => [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')

  /** Logs in as a browser does: loads the page, then submits its form. */
  logInByPage = async (): Promise<void> => {
    const url = this.variable('LOGIN_PAGE')
    const page = await this.send({ method: 'GET', url, headers: [['Accept', 'text/html']] })
    this.keepCookies(page)
    const [, token = ''] = /name="csrfmiddlewaretoken"\s+value="([^"]*)"/.exec(page.body) ?? []
    const answer = await this.send({
      method: 'POST',
      url,
      headers: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Cookie', this.cookies()],
      ],
      body: new URLSearchParams({ ...this.account(), csrfmiddlewaretoken: token }).toString(),
    })
    this.keepCookies(answer)
    if (!this.jar.has('sessionid')) throw new Failure(`the web login was rejected (${answer.status})`)
  }

  /** Stores the cookies that an answer sets, and drops those that it deletes. */
  keepCookies = ({ headers }: Incoming): void => {
    for (const [name, text] of headers) {
      const [, key = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(text) ?? []
      if (name.toLowerCase() !== 'set-cookie' || key === '') continue
      if (value === '' || /;\s*max-age=0/i.test(text)) this.jar.delete(key)
      else this.jar.set(key, value)
    }
  }
  authorize = (request: Outgoing): Outgoing => {
    const add = (...fields: Field[]): Outgoing => ({ ...request, headers: [...request.headers, ...fields] })
    switch (this.method) {
      case 'token':
      case 'mfa':
        return add(['Authorization', `Bearer ${this.token}`])
      case 'private-token':
        return add(['Authorization', `Token ${this.variable('PRIVATE_TOKEN')}`])
      case 'session':
        return add(['Cookie', this.cookies()])
      case 'signature': {
        const date: Field = ['Date', this.date()]
        const names = this.signedNames()
        const signature = this.signature(this.signingString(names, add(date)))
        const parameters = `keyId="${this.variable('KEY_ID')}",algorithm="hmac-sha256",headers="${names.join(' ')}"`
        return add(date, ['Authorization', `Signature ${parameters},signature="${signature}"`])
      }
    }
  }
  date = () => new Date(this.now()).toUTCString()
  accept = () => 'application/json'
  signedNames = () => ['(request-target)', 'accept', 'date']
  signedTarget = ({ method, url }: Outgoing) =>
    `${method.toLowerCase()} ${url.replace(/^https?:\/\/[^/]*/, '')}`
  signingString = (names: readonly string[], request: Outgoing): string => {
    const fields: Field[] = [...request.headers, ['host', new URL(request.url).host]]
    const valuesOf = (name: string) =>
      fields
        .filter(([field]) => field.toLowerCase() === name)
        .map(([, value]) => value.replace(/^[ \t]+|[ \t]+$/g, ''))
        .join(', ')
    return names
      .map((name) => `${name}: ${name === '(request-target)' ? this.signedTarget(request) : valuesOf(name)}`)
      .join('\n')
  }
  signature = (text: string) =>
    createHmac('sha256', this.variable('KEY_SECRET')).update(text).digest('base64')
  listRequest = (): Outgoing => ({
    method: 'GET',
    url: this.base() + this.listPath(),
    headers: [['Accept', this.accept()]],
  })
  askForList = async (): Promise<Incoming> => {
    const answer = await this.send(this.authorize(this.listRequest()))
    this.keepCookies(answer)
    return answer
  }
  recordsOf = ({ status, body }: Incoming) =>
    status >= 200 && status < 300 ? firstList(jsonIn(body)) : undefined
  /** True if an answer that is no list is worth a new login. */
  isRejection = ({ status }: Incoming) => status < 500 && status !== 429
  mayLogInAgain = (logins: number) => logins < 2

  list = async (): Promise<unknown[]> => {
    const isLogin = this.method === 'token' || this.method === 'mfa'
    let waited = 0
    for (let logins = 0; ;) {
      if (isLogin && !this.isGood()) {
        await this.logIn()
        logins++
      }
      if (this.method === 'session' && !this.jar.has('sessionid')) {
        await this.logInByPage()
        logins++
      }
      const answer = await this.askForList()
      const records = this.recordsOf(answer)
      if (records) return records
      if (answer.status === 429 && retryAfterMs(answer) > 0 && waited++ < 2) {
        await this.sleep(retryAfterMs(answer))
        continue
      }
      const canLogIn = isLogin || this.method === 'session'
      if (!canLogIn || !this.isRejection(answer) || !this.mayLogInAgain(logins))
        throw new Failure(`there was no list (${answer.status})`)
      this.token = undefined
      this.jar.clear()
    }
  }
  use = (method: Method): void => {
    this.jar.clear()
    Object.assign(this, { method, token: undefined })
  }
  advance = (seconds: number): void => void (this.aheadSeconds += seconds)
  act = async (operation: Operation): Promise<object> => {
    if (operation.op === 'use') this.use(operation.method)
    if (operation.op === 'advance') this.advance(operation.seconds)
    if (operation.op !== 'list') return { ok: true }
    try {
      return { ok: true, users: await this.list() }
    } catch (error) {
      return { ok: false, error: (error as Error).message }
    }
  }
}

/** Zero without the header. */
const retryAfterMs = ({ headers }: Incoming): number => 1000 * Number(header(headers, 'retry-after') ?? 0)

/** Returns the first array of objects, at any depth. */
function firstList(value: unknown): unknown[] | undefined {
  const isObject = (one: unknown) => typeof one === 'object' && one !== null
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) return value
  return Object.values(value).map(firstList).find(Boolean)
}
