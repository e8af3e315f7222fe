import { type Call, headerValues } from '../../common/call.ts'
import { type Defect, wrapping } from '../change.ts'
import type { Methods } from '../../server/method.ts'
import { Problem } from '../../server/problems.ts'
import { isCall } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'
import { methodOf } from '../shared/method-of.ts'

const json = breaking(must('login.json'))

/** Valid requests that are rejected because of how many clients and proxies write them. */
export const otherClientDefects: Record<string, Defect> = {
  'token-in-lower-case-field-refused': listsRefuse('token', 'token.bearer', 'bearer', lacks('Authorization')),
  'private-token-in-lower-case-field-refused': listsRefuse(
    'private token',
    'private-token.accepted',
    'token',
    lacks('Authorization'),
  ),
  'signature-in-lower-case-field-refused': listsRefuse(
    'signature',
    'signature.accepted',
    'signature',
    lacks('Authorization'),
  ),
  'session-in-lower-case-field-refused': listsRefuse(
    'session',
    'session.accepted',
    'session',
    lacks('Cookie'),
  ),
  'token-for-any-type-refused': listsRefuse('token', 'token.bearer', 'bearer', asksForAny),
  'private-token-for-any-type-refused': listsRefuse(
    'private token',
    'private-token.accepted',
    'token',
    asksForAny,
  ),
  'credential-refused-after-rejections': breaking(
    must('token.bearer', 'private-token.accepted', 'signature.accepted', 'session.accepted'),
  )(
    'A credential is rejected on a connection whose first two requests had none and an unknown token.',
    wrapping('authenticate', (of) => {
      const seen = new WeakMap<object, string>()
      return async (call) => {
        const before = seen.get(call.connection) ?? ''
        const account = before === ' nothing bearer' ? undefined : await of(call)
        seen.set(call.connection, account ? 'accepted' : `${before} ${methodOf(call) ?? 'nothing'}`)
        return account
      }
    }),
  ),
  'login-in-lower-case-field-refused': loginRefuses(lacks('Content-Type')),
  'login-for-any-type-refused': loginRefuses(asksForAny),
}

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

function listsRefuse(
  what: string,
  rule: string,
  method: keyof Methods,
  which: (call: Call) => boolean,
): Defect {
  return breaking(must(rule))(
    `Both lists reject a ${what} in ${reasonOf(which)}.`,
    wrapping('authenticate', (of) => (call) => {
      return methodOf(call) === method && which(call) ? undefined : of(call)
    }),
  )
}

function loginRefuses(which: (call: Call) => boolean): Defect {
  return json(
    `A JSON login in ${reasonOf(which)} is rejected.`,
    wrapping('handle', (handle) => (handler, call, reply) => {
      if (isCall('login', undefined, 'json')(call) && which(call))
        throw new Problem('not-authenticated', 'no')
      return handle(handler, call, reply)
    }),
  )
}
