import { type Call, cookieValue, headerValues } from '../../common/call.ts'
import type { Parts } from '../parts.ts'

/**
 * Returns why a conforming server rejects the credentials of a call; undefined if the call needs none. It reveals more
 * than an answer may, so it is for the control port only.
 */
export function reasonOf(parts: Parts, call: Call, status: number): string | undefined {
  const fields = Object(call.body) as Record<string, unknown>
  switch (call.operation) {
    case 'list':
      return listReason(parts, call)
    case 'login':
    case 'web-login': {
      const { username } = fields
      if (typeof username !== 'string' || status === 400) return 'the request was malformed'
      if (status === 403) return 'the form came from elsewhere, or is too old'
      return parts.accounts.find(username, call)
        ? `the password or the one-time code of ${username} was wrong`
        : 'there is no such username'
    }
    case 'second-step':
      return secondStepReason(parts, call, fields)
    default:
      return undefined
  }
}

function listReason(parts: Parts, call: Call): string {
  const [authorization, ...more] = headerValues(call, 'authorization')
  if (more.length > 0) return 'Authorization was sent more than once, so none of them counts'
  if (authorization === undefined) return cookieReason(parts, call)
  const refused = parts.signatureRejections.get(call)
  if (refused) return `signature: ${refused.rule}`
  const [, word = '', text = ''] = /^([A-Za-z]+) +(\S.*)$/.exec(authorization) ?? []
  switch (word.toLowerCase()) {
    case 'bearer': {
      const token = parts.tokens.records.get(text)
      if (token) return expiry('token', token.issuedAt + parts.choices.tokenLifetimeSeconds * 1000, parts)
      return parts.privateTokens.find(text, call)
        ? 'this is a private token: it goes after the word Token'
        : 'there is no such token'
    }
    case 'token':
      return parts.tokens.records.has(text)
        ? 'this is a token from a login: it goes after the word Bearer'
        : 'there is no such private token'
    case 'signature':
      return 'the account of this access key was not found'
    default:
      return 'Authorization must be Bearer, Token or Signature, a space, and the credential'
  }
}

function cookieReason(parts: Parts, call: Call): string {
  const id = cookieValue(call, 'sessionid')
  if (id === undefined) return 'no credential was sent, or two different session cookies'
  const session = parts.sessions.records.get(id)
  if (!session) return 'there is no such session'
  if (session.username === undefined) return 'the session is not logged in'
  return expiry('session', session.startedAt + parts.choices.sessionLifetimeSeconds * 1000, parts)
}

function secondStepReason(parts: Parts, call: Call, fields: Record<string, unknown>): string {
  const { seed: text, otp_code: code } = fields
  if (typeof text !== 'string' || typeof code !== 'string') return 'the request was malformed'
  const seed = parts.seeds.records.get(text)
  if (!seed) return 'there is no such seed'
  if (parts.seeds.isExpired(seed, call))
    return expiry('seed', seed.issuedAt + parts.choices.seedLifetimeSeconds * 1000, parts)
  const otp = parts.accounts.find(seed.username, call)?.otp
  const now = otp ? parts.oneTimeCodes.currentStep(otp) : 0
  const offset = [0, -1, 1, -2, 2, -3, 3, -4, 4].find(
    (steps) => otp && parts.oneTimeCodes.codeAt(otp, now + steps) === code,
  )
  if (offset !== undefined && Math.abs(offset) > parts.choices.codeWindowSteps)
    return `the one-time code is ${Math.abs(offset)} steps too ${offset < 0 ? 'old' : 'new'}`
  if (offset !== undefined) return seed.spent ? 'the seed is spent' : 'the one-time code was used before'
  return seed.spent ? 'the seed is spent' : `the one-time code is not a current one of ${seed.username}`
}

function expiry(what: string, endsAt: number, { clock }: Parts): string {
  const seconds = Math.floor((clock.now() - endsAt) / 1000)
  return seconds >= 0 ? `the ${what} expired ${seconds} s ago` : `the ${what} was rejected for another reason`
}
