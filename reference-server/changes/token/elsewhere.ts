import { type Call, cookieValue, headerValues } from '../../common/call.ts'
import { type Defect, wrap } from '../change.ts'
import type { PathFamily } from '../../common/choices.ts'
import { must } from '../shared/breach.ts'

/** Places besides `Authorization: Bearer` where the server accepts a token without checking whether it has expired. */
export const tokenElsewhereDefects: Defect[] = [
  livesOn('session-cookie-on-newer-list', 'v1', 'cookie sessionid', (call) => cookieValue(call, 'sessionid')),
  livesOn('token-cookie-on-older-list', 'users-v1', 'cookie token', (call) => cookieValue(call, 'token')),
  livesOn('query-on-older-list', 'users-v1', 'query parameter access_token', (call) => {
    return new URLSearchParams(call.target.split('?')[1]).get('access_token') ?? undefined
  }),
  livesOn(
    'header-on-newer-list',
    'v1',
    'header X-Auth-Token',
    (call) => headerValues(call, 'x-auth-token')[0],
  ),
  livesOn('bare-authorization-on-newer-list', 'v1', 'Authorization header without a scheme word', (call) => {
    return headerValues(call, 'authorization')[0]
  }),
]

function livesOn(
  where: string,
  family: PathFamily,
  what: string,
  sent: (call: Call) => string | undefined,
): Defect {
  return {
    name: `token-lives-on-in-${where}`,
    summary: `The ${family === 'v1' ? 'newer' : 'older'} list also accepts a token in the ${what}, where it never expires.`,
    breaks: must('token.void-after-hour'),
    apply(parts) {
      wrap(parts, 'authenticate', (of) => async (call) => {
        const account = await of(call)
        const text = account || call.family !== family ? undefined : sent(call)
        const token = text === undefined ? undefined : parts.tokens.find(text, call)
        return token ? parts.accounts.find(token.username, call) : account
      })
    },
  }
}
