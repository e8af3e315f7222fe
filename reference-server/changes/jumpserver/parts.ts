import { type Call, cookieValue, headerValues } from '../../common/call.ts'
import { wrap } from '../change.ts'
import type { Token } from '../../domain/tokens.ts'
import type { Parts } from '../../server/parts.ts'
import { Problem } from '../../server/problems.ts'
import { textFields } from '../../server/schemas.ts'
import { rejecting, sending } from '../legal.ts'
import { tokensNamed } from '../token/variations.ts'

/** Makes tokens live for a day. A login returns the same token while it is valid, with its user and further fields. */
export function dayTokens(
  parts: Parts,
  text: () => string,
  more: (token: Token) => object = () => ({}),
): void {
  parts.choices.tokenLifetimeSeconds = 86_400
  parts.choices.sameTokenWhileItLives = true
  tokensNamed(parts, text)
  wrap(parts.answers, 'token', (answer) => (token, call) => ({
    ...(answer(token, call) as object),
    ...more(token),
    user: { username: token.username },
  }))
}

/** Makes bodies that are not an object cause a server error. */
export function fragileBodies(parts: Parts): void {
  wrap(parts, 'handle', (handle) => (handler, call, reply) => {
    const { body, operation } = call
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    if ((operation === 'login' || operation === 'second-step') && call.encoding === 'json' && !isObject)
      throw new Error('unhandled: the body has no fields')
    return handle(handler, call, reply)
  })
}

/** Accepts a number as one-time code. */
export function numericCodes({ shapes }: Parts): void {
  wrap(shapes, 'submission', (submission) => (call) => {
    return submission({ ...call, body: withTextOf(call.body, 'otp_code') })
  })
}

function withTextOf(body: unknown, name: string): unknown {
  const value = (body as Record<string, unknown> | null)?.[name]
  return typeof value === 'number' ? { ...(body as object), [name]: String(value) } : body
}

/** Returns one page of the list if a limit is given. */
export function limitedPages({ answers }: Parts): void {
  wrap(answers, 'users', (users) => (all, caller, call) => {
    const [path = '', query] = call.target.split('?')
    const parameters = new URLSearchParams(query)
    const number = (name: string) => Math.max(0, Math.trunc(Number(parameters.get(name)) || 0))
    const [limit, offset] = [number('limit'), number('offset')]
    if (limit === 0) return users(all, caller, call)
    const at = (from: number) => {
      parameters.delete('offset')
      if (from > 0) parameters.set('offset', String(from))
      return `http://${headerValues(call, 'host')[0]}${path}?${parameters.toString()}`
    }
    return {
      count: all.length,
      next: offset + limit < all.length ? at(offset + limit) : null,
      previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
      results: all.slice(offset, offset + limit),
    }
  })
}

/** Makes seeds live for five minutes and never be spent, and codes work any number of times. */
export function lastingSeeds({ choices, seeds, answers }: Parts, windowSteps: number): void {
  choices.challengeStatus = 300
  choices.codeAcceptedOncePerStep = false
  choices.codeWindowSteps = windowSteps
  seeds.spend = () => true
  wrap(answers, 'challenge', (challenge) => (seed, otpUrl, call) => ({
    ...(challenge(seed, otpUrl, call) as object),
    msg: '请携带seed值，进行MFA二次认证',
    user: { username: seed.username },
  }))
}

/** Makes the second creation of a private token show the existing one, and exit 0. */
export function secondCreationShows({ operator, privateTokens }: Parts): void {
  wrap(operator, 'createPrivateToken', (create) => (user) => {
    return privateTokens.ofUser(user)?.token ?? create(user)
  })
}

/**
 * Sets the form of rejections: up to 1.5, 401 for a login and 403 for a list; later 400 and 401, with words for programs.
 */
export function rejections(parts: Parts, later: boolean, wrongCode?: number): void {
  parts.choices.wwwAuthenticate = undefined
  const [login, list] = later ? [400, 401] : [401, 403]
  const [word, code] = later ? [{ error: 'password_failed' }, { code: 'not_authenticated' }] : [{}, {}]
  rejecting(parts, (reply, { operation }, { message }) =>
    operation === 'list'
      ? reply.status(list).send({ detail: '身份认证信息未提供。', ...code })
      : reply
          .status(operation === 'second-step' ? (wrongCode ?? login) : login)
          .send({ ...word, msg: message }),
  )
}

/** Moves the second step into a session: the code is posted with the cookie of the first step, which may then log in. */
export function sessionChallenge(parts: Parts): void {
  const sessions = new Map<string, { username: string; passed: boolean }>()
  const stateOf = (call: Call) => sessions.get(cookieValue(call, 'sessionid') ?? '')
  parts.paths.secondStep.v1 = '/api/v1/authentication/mfa/challenge/'
  parts.answers.challenge = ({ username }, url) => ({
    error: 'mfa_required',
    msg: `MFA required of ${username}`,
    data: { choices: ['otp'], url },
  })
  wrap(parts, 'needsSecondStep', (needs) => (account, call) => {
    const state = call.operation === 'login' ? stateOf(call) : undefined
    return !(state?.passed && state.username === account.username) && needs(account, call)
  })
  wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
    if (call.operation === 'second-step') {
      const state = stateOf(call)
      const account = state && parts.accounts.find(state.username, call)
      const body = withTextOf(call.body, 'code')
      const { code } = textFields(body, ['type', 'code'], parts.choices.fieldLength)
      if (!account || !(await parts.checkCode(account, code, call)))
        throw new Problem('not-authenticated', 'MFA code invalid')
      state.passed = true
      return { msg: 'ok' }
    }
    const answer = await handle(handler, call, reply)
    if (call.operation !== 'login' || (answer as { error?: string }).error !== 'mfa_required') return answer
    const id = parts.random(18).toString('hex')
    sessions.set(id, { username: (call.body as { username: string }).username, passed: false })
    reply.header('set-cookie', `sessionid=${id}; Path=/; HttpOnly`)
    return answer
  })
}

/** Gives the session cookie another name. */
export function otherCookieName(parts: Parts, name: string): void {
  wrap(parts, 'handle', (handle) => (handler, call, reply) => {
    const rawHeaders = call.rawHeaders.map((text, at) => {
      if (at === 0 || !/^cookie$/i.test(call.rawHeaders[at - 1] ?? '')) return text
      return text
        .replaceAll(/(^|; ?)sessionid=/g, '$1none=')
        .replaceAll(/(^|; ?)jms_sessionid=/g, '$1sessionid=')
    })
    return handle(handler, { ...call, rawHeaders }, reply)
  })
  sending(parts, (reply, body) => {
    const set = [reply.getHeader('set-cookie') ?? []]
      .flat()
      .map((text) => String(text).replace(/^sessionid=/, `${name}=`))
    reply.removeHeader('set-cookie')
    return set.length === 0 ? body : (reply.header('set-cookie', set), body)
  })
}
