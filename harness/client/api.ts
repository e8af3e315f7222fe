import type { Run } from '../run/run.ts'
import { addExchange, type Role, type Trace } from '../run/trace.ts'
import type { Exchange, Header } from '../wire/exchange.ts'
import { NotSupported } from '../outcomes.ts'
import { currentAllowance } from '../run/current-case.ts'
import { noteCode } from '../ledgers/try.ts'
import { field, isChallenge, isSuccess, tokenIn, type Answer, type Operation } from './answer.ts'
import { afterRejectedCode } from './after-rejected-code.ts'
import { afterRejection } from './after-rejection.ts'
import { anonymous, type Credential } from './credentials.ts'
import { demandNoCaptcha } from './captcha.ts'
import { cookiesSet } from './cookies.ts'
import type { AnswerOptions, ListOptions, LoginAccount, LoginOptions, PageOptions } from './api-options.ts'
import { listPath, loginPath, type Encoding, type Family } from '../facts/families.ts'
import { encode, typeOf } from './encode.ts'
import { GivenAnswer } from './given-answer.ts'
import { rememberSecrets } from './remember-secrets.ts'
import { noteSeed } from './note-seed.ts'
import { keyIdIn } from './or-credential-wrong.ts'
import { hostSigned, signsHost } from './or-host-changed.ts'
import { cookieFields, renewed } from './session-challenge.ts'
import { isCodeOfNow, mfaAccountNamed } from './code-account.ts'
import { tokenOpensNothing } from './token-opens-nothing.ts'
import { resolveOtpUrl, sameForAll, type Challenge } from './second-step.ts'
import { pathOf, send, type LoginAttempt } from './send.ts'

/**
 * The operations of the API, each a single request. They return the answer and judge nothing; `steps.ts` has those that
 * insist on a valid answer.
 */
export function createApi(run: Run, trace: Trace) {
  const self = {
    /** First login request with username and password (Endpoints, rules 1, 2 and 5). */
    async login(account: LoginAccount, options: LoginOptions = {}): Promise<Answer> {
      const { family = loginFamily(run), encoding = 'json', role = 'judged' } = options
      if (!run.support.login[family])
        throw new NotSupported(`the subject has no login of the path family ${family}`)
      const fields = options.fields ?? { username: account.username, password: account.password }
      const valid = options.account !== null && isDeclared(fields)
      const path = options.path ?? loginPath[family]
      const owner = options.account === undefined ? declaredNameIn(fields) : (options.account ?? undefined)
      const way = `${account.username} ${options.type ?? encoding} ${path}`
      run.lists.addInnocent([account.username])
      const mfa = mfaAccountNamed(run, account.username)
      if (valid && mfa) run.codes.asked(mfa, false)
      const { body = fields, headers = [], type, method, accept } = options
      // A path that rejects a valid login but is not the login's costs the run's budget, but no account's.
      const rightly = options.path === undefined ? { owner, way } : { way, elsewhere: true as const }
      const login = valid ? rightly : { owner }
      // A rejected login is not sent again, because the server would only count it. If it doesn't count, and the account was
      // let in since, the server may have rejected it because of the logins at the same moment.
      const { limited, rejectedLogins, wasAccepted } = run.failedLogins
      const stays = valid && (limited || !wasAccepted(account.username))
      const before = stays ? rejectedLogins.get(way) : undefined
      if (before) addExchange(trace, role, before)
      const sent = () =>
        method === undefined
          ? post(path, body, encoding, role, headers, { type, accept, login })
          : send(run, trace, { method, path, credential: anonymous, headers, role, part: 'login' })
      const exchange = before ?? (await sent())
      const answer = toAnswer('login', exchange, { family, username: account.username })
      answer.tokenOpensNothing = await tokenOpensNothing(run, answer, self.list)
      noteSeed(trace, run.clock.now(), answer)
      if (tokenIn(answer) !== undefined) run.letIn.set(account.username, { family, encoding })
      bookLogin(answer, owner, way)
      const tried = { username: account.username, way, family, encoding }
      if (valid && !before) await afterRejection(run, answer, tried, (other) => self.login(account, other))
      if (valid && mfa) run.codes.asked(mfa, givesSeed(answer) && tokenIn(answer) === undefined)
      if (valid && tokenIn(answer) === undefined && !isChallenge(answer)) demandNoCaptcha(answer)
      return answer
    },

    /** Second step with seed and code (Endpoints, rule 2), sent to the path that the challenge names. */
    async answer(challenge: Challenge, code: string, options: AnswerOptions = {}): Promise<Answer> {
      const { encoding = 'json', role = 'judged' } = options
      if (challenge.cookies) return await answerInSession(challenge, challenge.cookies, code, role)
      const fields = options.fields ?? { seed: challenge.seed, otp_code: code }
      const { seed } = fields
      const own = typeof seed === 'string' ? run.seeds.ownerOf(seed) : undefined
      const owner =
        options.account === undefined ? (own ?? challenge.account.username) : (options.account ?? undefined)
      const path = options.path ?? resolveOtpUrl(challenge.otpUrl, run.wire)
      const isRight = isRightAnswer(challenge, fields) && !(currentAllowance()?.cautious && role === 'judged')
      const way = `${owner} second step, ${encoding} to ${sameForAll(path)}`
      const isNamed = options.path === undefined || pathOf(challenge.otpUrl).endsWith(options.path)
      const elsewhere = isNamed ? {} : { elsewhere: true as const }
      const login = { owner, isCode: true, ...(isRight ? { way } : {}), ...elsewhere } as const
      const headers: Header[] = [['Cache-Control', 'no-cache'], ...(options.headers ?? [])]
      const how = { whole: options.path === undefined, login }
      const before = isRight ? rejectedCode(owner, way) : undefined
      if (before) addExchange(trace, role, before)
      const exchange = before ?? (await post(path, options.body ?? fields, encoding, role, headers, how))
      const { family, account } = challenge
      const answer = toAnswer('second-step', exchange, { family, username: account.username })
      answer.tokenOpensNothing = await tokenOpensNothing(run, answer, self.list)
      noteSeed(trace, run.clock.now(), answer, fields['seed'])
      if (tokenIn(answer) !== undefined) run.seeds.spend(challenge.seed, challenge.account.username, code)
      bookLogin(answer, owner, way)
      if (isRight && !before) await afterRejectedCode(run, self, answer, { challenge, way })
      return answer
    },

    /** The list of users, asked for with one credential (Endpoints, rule 3). */
    async list(
      family: Family,
      credential: Credential = anonymous,
      options: ListOptions = {},
    ): Promise<Answer> {
      if (!run.support.list[family])
        throw new NotSupported(`the subject has no user list of the path family ${family}`)
      const {
        query,
        method = 'GET',
        path = listPath[family],
        accept,
        headers,
        role = 'judged',
        wire,
      } = options
      const owner = credential.username ?? run.tokens.ownerOf(credential.secret ?? '')
      const askedAt = run.clock.now()
      const exchange = await send(run, trace, {
        method,
        path: query === undefined ? path : `${path}?${query}`,
        credential,
        role,
        part: 'list',
        ...(accept === undefined ? {} : { accept }),
        ...(headers === undefined ? {} : { headers }),
        ...(wire === undefined ? {} : { options: wire }),
      })
      const { username } = credential
      const answer = toAnswer('list', exchange, {
        family,
        asked: run.wire.prefix + path,
        ...(username === undefined ? {} : { username }),
        ...(owner === undefined ? {} : { owner }),
      })
      renewCookie(credential, answer)
      const listed = isSuccess(answer) && run.lists.leak(family, answer.json, '') !== undefined
      trace.timeline.note(
        run.clock.now(),
        listed ? 'accepted' : 'refused',
        credential,
        `${family} list`,
        exchange,
      )
      const { secret } = credential
      if (listed && secret !== undefined) run.tokens.sawAccepted(secret, askedAt)
      const used = secret ?? keyIdIn(exchange)
      if (listed && used !== undefined) {
        for (const key of [used, `${family} ${used}`, ...(signsHost(exchange) ? [hostSigned] : [])])
          if (!run.firstUses.has(key)) run.firstUses.set(key, run.clock.now())
      }
      return answer
    },

    /** Any page or path below the base URL. */
    async page(path: string, options: PageOptions = {}): Promise<Answer> {
      const { credential = anonymous, role = 'judged', accept = 'text/html', method = 'GET' } = options
      const exchange = await send(run, trace, { method, path, credential, accept, role, part: 'pages' })
      return toAnswer('page', exchange, {})
    },
  }
  return self

  /** Sends the second step of a challenge kept in a session, and the login after it, which returns the token. */
  async function answerInSession(
    challenge: Challenge,
    cookies: ReadonlyMap<string, string>,
    code: string,
    role: Role,
  ): Promise<Answer> {
    const { account, family, otpUrl } = challenge
    const path = resolveOtpUrl(otpUrl, run.wire)
    const fields = { type: 'otp', code }
    const { username: owner, password } = account
    const way = `${owner} second step in session`
    const ending = ({ response: { status } }: Exchange) =>
      status >= 200 && status < 300 ? ('challenge' as const) : undefined
    const isRight = isCodeOfNow(run, account, code)
    const before = isRight ? rejectedCode(owner, way) : undefined
    if (before) {
      addExchange(trace, role, before)
      return toAnswer('second-step', before, { family, username: owner })
    }
    const login = { owner, ending, isCode: true, ...(isRight ? { way } : {}) } as const
    const sent = await post(path, fields, 'json', role, cookieFields(cookies), { whole: true, login })
    const step = toAnswer('second-step', sent, {})
    const headers = cookieFields(renewed(cookies, step))
    const again = { login: { owner, way: `${owner} json ${loginPath[family]}` } }
    const body = { username: owner, password }
    const exchange = await post(loginPath[family], body, 'json', role, headers, again)
    const answer = toAnswer('second-step', exchange, { family, username: owner, step })
    bookLogin(answer, owner, way)
    if (isRight) await afterRejectedCode(run, self, answer, { challenge, way })
    return answer
  }

  /** The earlier answer to this way if two codes of the account were rejected and none accepted: it is not sent again. */
  function rejectedCode(owner: string | undefined, way: string): Exchange | undefined {
    const { codesRejected, hadSecondStep, rejectedLogins } = run.failedLogins
    if (owner === undefined || hadSecondStep(owner) || codesRejected(owner) < 2) return undefined
    return rejectedLogins.get(way)
  }

  function renewCookie(credential: Credential, answer: Answer): void {
    if (credential.renew === undefined || !isSuccess(answer)) return
    const value = cookiesSet(answer.exchange.response.headers).get('sessionid')
    if (value === undefined || value === '') return
    run.secrets.add(value, 'the cookie sessionid')
    credential.renew(value)
  }

  async function post(
    path: string,
    fields: Record<string, unknown> | string,
    encoding: Encoding,
    role: Role,
    headers: readonly Header[],
    {
      whole = false,
      type: otherType,
      accept,
      login,
    }: {
      whole?: boolean
      type?: string | undefined
      accept?: string | undefined
      login: LoginAttempt
    },
  ): Promise<Exchange> {
    const [usual, body] = typeof fields === 'string' ? [typeOf[encoding], fields] : encode(fields, encoding)
    const type = otherType ?? usual
    const typed: Header[] = [...(type === '' ? [] : [['Content-Type', type] as const]), ...headers]
    return await send(run, trace, {
      method: 'POST',
      path,
      whole,
      credential: anonymous,
      ...(accept === undefined ? {} : { accept }),
      headers: typed,
      body,
      role,
      part: 'login',
      login,
    })
  }

  function toAnswer(operation: Operation, exchange: Exchange, rest: Partial<Answer>): Answer {
    return rememberSecrets(run, new GivenAnswer(operation, exchange, rest))
  }

  /** Records the token that a login returned, with its time, and adds it to the secrets. */
  function bookLogin(answer: Answer, owner: string | undefined, way: string): void {
    const token = tokenIn(answer)
    if (token === undefined) return
    if (answer.operation === 'second-step') noteCode(false)
    trace.timeline.note(
      run.clock.now(),
      'issued',
      { name: 'token', secret: token },
      answer.operation.replace('-', ' '),
      answer.exchange,
    )
    const shift = run.clock.now() - answer.exchange.answeredAt
    const { sentAt, answeredAt } = answer.exchange
    run.tokens.remember(token, sentAt + shift, answeredAt + shift, owner, way)
  }

  /** True for a seed that was given to this account and not spent, with a current code that was not spent either. */
  function isRightAnswer({ account }: Challenge, { seed, otp_code: code }: Record<string, unknown>): boolean {
    return run.seeds.mayBuy(String(seed), account.username, String(code)) && isCodeOfNow(run, account, code)
  }

  /** The declared account with the name that is sent; undefined for any other, whose failed login counts for none. */
  function declaredNameIn({ username }: Record<string, unknown>): string | undefined {
    return declaredAccounts(run).find((account) => account.username === username)?.username
  }

  function isDeclared({ username, password }: Record<string, unknown>): boolean {
    return declaredAccounts(run).some((one) => one.username === username && one.password === password)
  }
}

export type Api = ReturnType<typeof createApi>

/** True if a second step can follow; if not, it makes no sense to wait for a code. */
const givesSeed = ({ json }: Answer): boolean => Boolean(field(json, 'seed'))

/** The older family if the subject has its login, otherwise the newer one. */
export const loginFamily = (run: Run): Family => (run.support.login['users-v1'] ? 'users-v1' : 'v1')

export function declaredAccounts(run: Run) {
  const { plain, plain2, mfa, mfa2 } = run.declaration.accounts
  return [plain, plain2, mfa, mfa2].filter((account) => account !== undefined && account !== false)
}
