import { type Call, cookieValue } from '../call.ts'
import { wrap } from '../change.ts'
import type { Parts } from '../parts.ts'
import { NotAuthenticated } from '../problems.ts'
import { textFields } from '../schemas.ts'
import { refusing, sending } from './legal.ts'

/** Tokens of a day; a login answers the same one while it lives. */
export function dayTokens({ choices }: Parts): void {
  choices.tokenLifetimeSeconds = 86_400
  choices.sameTokenWhileItLives = true
}

/** Seeds of five minutes that are never spent, codes that count as often as they are sent. */
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

/** The second creation of a private token shows the one that there is, and exits 0. */
export function secondCreationShows({ operator, privateTokens }: Parts): void {
  wrap(
    operator,
    'createPrivateToken',
    (create) => (user) => privateTokens.ofUser(user)?.token ?? create(user),
  )
}

/** A refused login and a refused list have statuses and bodies of their own. */
export function refusals(parts: Parts, login: number, list: number): void {
  parts.choices.wwwAuthenticate = undefined
  refusing(parts, (reply, call, { message }) =>
    call.operation === 'list'
      ? reply.status(list).send({ detail: '身份认证信息未提供。', code: 'not_authenticated' })
      : reply.status(login).send({ error: 'password_failed', msg: message }),
  )
}

/** Signatures are checked against any time, and what is malformed ends in a server error. */
export function fragileSignatures(parts: Parts): void {
  const { signatures, accessKeys } = parts
  signatures.untimely = () => undefined
  wrap(parts.methods, 'signature', (accepts) => (text, call) => {
    const parameters = signatures.read(text, call)
    const names = parameters?.headers
    const fits = names && parameters.algorithm === 'hmac-sha256' && /^[\da-f-]{36}$/i.test(parameters.keyId)
    const complete = fits && signatures.signingString(names, call) !== undefined
    if (!complete && !accessKeys.find(text)) throw new Error('unhandled: malformed signature')
    return accepts(text, call)
  })
}

/** The second step happens in a session: its code is posted with the cookie of the first, which then may log in. */
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
      const { code } = textFields(call.body, ['type', 'code'], parts.choices.fieldLength)
      if (!account || !(await parts.checkCode(account, code, call)))
        throw new NotAuthenticated('MFA code invalid')
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

/** The session cookie has another name. */
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
