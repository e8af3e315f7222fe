import { type Call, headerValues } from '../../common/call.ts'
import type { PathFamily } from '../../common/choices.ts'
import { type Defect, wrapping, wrappingOn } from '../change.ts'
import type { Methods } from '../../server/method.ts'
import { Problem } from '../../server/problems.ts'
import { isCall } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'
import { methodOf } from '../shared/method-of.ts'

const json = breaking(must('login.json'))

/** Valid requests that are rejected because of how many clients and proxies write them. */
export const otherClientDefects: Defect[] = [
  listRefuses('token-in-lower-case-field', 'token.bearer', 'v1', 'bearer', lacks('Authorization')),
  listRefuses(
    'private-token-in-lower-case-field',
    'private-token.accepted',
    'users-v1',
    'token',
    lacks('Authorization'),
  ),
  listRefuses(
    'signature-in-lower-case-field',
    'signature.accepted',
    'v1',
    'signature',
    lacks('Authorization'),
  ),
  listRefuses('session-in-lower-case-field', 'session.accepted', 'users-v1', 'session', lacks('Cookie')),
  listRefuses('token-for-any-type', 'token.bearer', 'users-v1', 'bearer', asksForAny),
  listRefuses('private-token-for-any-type', 'private-token.accepted', 'v1', 'token', asksForAny),
  breaking(must('session.accepted'))(
    'session-refused-after-rejections-on-newer-list',
    'The newer list rejects a session on a connection after a request without credentials and one with an unknown token.',
    wrappingOn('v1', 'authenticate', (of) => {
      const rejected = new WeakMap<object, string>()
      return async (call) => {
        const before = rejected.get(call.connection)
        const shown = methodOf(call) ?? 'nothing'
        const account = before === 'nothing bearer' && shown === 'session' ? undefined : await of(call)
        if (account) rejected.delete(call.connection)
        else rejected.set(call.connection, `${before?.split(' ').at(-1)} ${shown}`)
        return account
      }
    }),
  ),
  loginRefuses('login-in-lower-case-field', lacks('Content-Type')),
  loginRefuses('login-for-any-type', asksForAny),
]

/** Picks the calls without a field of this name, written like this. */
function lacks(name: string): (call: Call) => boolean {
  return ({ rawHeaders }) => !rawHeaders.some((one, at) => at % 2 === 0 && one === name)
}

function asksForAny(call: Call): boolean {
  return headerValues(call, 'accept').includes('*/*')
}

function reasonOf(which: (call: Call) => boolean): string {
  return which === asksForAny ? 'a request that asks for any type' : 'a field whose name is in lower case'
}

function named(family: PathFamily): string {
  return family === 'v1' ? 'newer' : 'older'
}

function listRefuses(
  what: string,
  rule: string,
  family: PathFamily,
  method: keyof Methods,
  which: (call: Call) => boolean,
): Defect {
  return breaking(must(rule))(
    `${what}-refused-on-${named(family)}-list`,
    `The ${named(family)} list rejects a ${what.replace(/-(in|for)-.*/, '').replace('-', ' ')} in ${reasonOf(which)}.`,
    wrappingOn(family, 'authenticate', (of) => (call) => {
      return methodOf(call) === method && which(call) ? undefined : of(call)
    }),
  )
}

function loginRefuses(what: string, which: (call: Call) => boolean): Defect {
  return json(
    `${what}-refused`,
    `A JSON login in ${reasonOf(which)} is rejected.`,
    wrapping('handle', (handle) => (handler, call, reply) => {
      if (isCall('login', undefined, 'json')(call) && which(call))
        throw new Problem('not-authenticated', 'no')
      return handle(handler, call, reply)
    }),
  )
}
