import type { FastifyReply } from 'fastify'
import { type Call, cookieValue, headerValues } from '../../common/call.ts'
import { type Defect, wrapping } from '../change.ts'
import type { PathFamily } from '../../common/choices.ts'
import type { Problem } from '../../server/problems.ts'
import { rejecting } from '../legal.ts'
import { must, breaking } from '../shared/breach.ts'

/** Places besides `Authorization: Bearer` where the server accepts a token without checking whether it has expired. */
export const tokenElsewhereDefects: Record<string, Defect> = {
  'token-lives-on-in-session-cookie-on-newer-list': livesOn('v1', 'cookie sessionid', (call) =>
    cookieValue(call, 'sessionid'),
  ),
  'token-lives-on-in-token-cookie-on-older-list': livesOn('users-v1', 'cookie token', (call) =>
    cookieValue(call, 'token'),
  ),
  'token-lives-on-in-query-on-older-list': livesOn('users-v1', 'query parameter access_token', (call) => {
    return new URLSearchParams(call.target.split('?')[1]).get('access_token') ?? undefined
  }),
  'token-lives-on-in-header-on-newer-list': livesOn(
    'v1',
    'header X-Auth-Token',
    (call) => headerValues(call, 'x-auth-token')[0],
  ),
  'token-lives-on-in-bare-authorization-on-newer-list': livesOn(
    'v1',
    'Authorization header without a scheme word',
    (call) => {
      return headerValues(call, 'authorization')[0]
    },
  ),
  'token-lives-on-in-jwt-cookie-on-older-list': livesOn('users-v1', 'cookie jwt', (call) =>
    cookieValue(call, 'jwt'),
  ),
  'token-lives-on-in-x-access-token-on-newer-list': livesOn('v1', 'header X-Access-Token', (call) => {
    return headerValues(call, 'x-access-token')[0]
  }),
  'token-lives-on-in-lower-case-scheme-on-older-list': livesOn(
    'users-v1',
    'Authorization header after bearer',
    (call) => {
      return behindWord(call, 'bearer')
    },
  ),
  'token-lives-on-in-jwt-scheme-on-newer-list': livesOn('v1', 'Authorization header after JWT', (call) => {
    return behindWord(call, 'JWT')
  }),
  'token-lives-on-in-upper-case-scheme-on-newer-list': livesOn(
    'v1',
    'Authorization header after BEARER',
    (call) => {
      return behindWord(call, 'BEARER')
    },
  ),
  'token-lives-on-in-two-spaces-on-older-list': livesOn(
    'users-v1',
    'Authorization header behind two spaces',
    (call) => {
      return /^Bearer {2}(\S+)$/.exec(headerValues(call, 'authorization')[0] ?? '')?.[1]
    },
  ),
  'token-lives-on-in-list-of-credentials-on-newer-list': livesOn(
    'v1',
    'Authorization header before a comma',
    (call) => /^Bearer ([^ ,]+),/.exec(headerValues(call, 'authorization')[0] ?? '')?.[1],
  ),
  'token-lives-on-in-request-with-query-on-newer-list': livesOn(
    'v1',
    'Authorization header of a request with a query',
    (call) => (call.target.includes('?') ? behindWord(call, 'Bearer') : undefined),
  ),
  'token-lives-on-in-request-of-script-on-older-list': livesOn(
    'users-v1',
    'Authorization header of a script',
    (call) => {
      return headerValues(call, 'x-requested-with').length > 0 ? behindWord(call, 'Bearer') : undefined
    },
  ),
  'token-lives-on-in-request-for-any-type-on-newer-list': livesOn(
    'v1',
    'Authorization header, for any type',
    (call) => {
      return headerValues(call, 'accept').includes('*/*') ? behindWord(call, 'Bearer') : undefined
    },
  ),
  'token-lives-on-in-request-with-cookie-on-older-list': livesOn(
    'users-v1',
    'Authorization header beside a cookie',
    (call) => {
      return headerValues(call, 'cookie').length > 0 ? behindWord(call, 'Bearer') : undefined
    },
  ),
  'token-lives-on-beside-unknown-session-on-newer-list': livesOn(
    'v1',
    'Authorization header beside an unknown session',
    (call) => {
      return cookieValue(call, 'sessionid') === undefined ? undefined : behindWord(call, 'Bearer')
    },
  ),
  'token-renewed-in-header-of-rejection-on-older-list': renewed(
    'users-v1',
    'header Authorization',
    (token, reply) => {
      reply.header('Authorization', `Bearer ${token}`)
    },
  ),
  'token-renewed-in-rejection-on-newer-list': renewed('v1', 'body', (token, reply, problem) => {
    reply.status(401)
    return { error: problem.kind, token }
  }),
}

/** Renews expired tokens; `handOut` may return the body. */
function renewed(
  family: PathFamily,
  what: string,
  handOut: (token: string, reply: FastifyReply, problem: Problem) => unknown,
): Defect {
  return breaking(must('token.void-after-hour'))(
    `The rejection of an expired token on the ${family === 'v1' ? 'newer' : 'older'} list has a new token in its ${what}.`,
    (parts) => {
      rejecting(parts, (reply, call, problem) => {
        const text =
          call.operation === 'list' && call.family === family ? behindWord(call, 'Bearer') : undefined
        const account = parts.accounts.find(parts.tokens.records.get(text ?? '')?.username ?? '')
        const body = account && handOut(parts.tokens.issue(account, call).text, reply, problem)
        if (body === undefined) throw problem
        return body
      })
    },
  )
}

/** Returns what follows the scheme word, in this letter case. */
function behindWord(call: Call, word: string): string | undefined {
  const [first, text] = headerValues(call, 'authorization')[0]?.split(' ') ?? []
  return first === word ? text : undefined
}

function livesOn(family: PathFamily, what: string, sent: (call: Call) => string | undefined): Defect {
  return breaking(must('token.void-after-hour'))(
    `The ${family === 'v1' ? 'newer' : 'older'} list also accepts a token in the ${what}, where it never expires.`,
    wrapping('authenticate', (of, parts) => async (call) => {
      const account = await of(call)
      const text = account || call.family !== family ? undefined : sent(call)
      const token = text === undefined ? undefined : parts.tokens.find(text, call)
      return token ? parts.accounts.find(token.username, call) : account
    }),
  )
}
