import type { Call } from '../../common/call.ts'
import type { Defect } from '../change.ts'
import { acceptOtherLogins, namesCharset, typeOf } from '../shared/other-logins.ts'
import { isCall, membersOf } from '../shared/alter-answers.ts'
import { must, breaking } from '../shared/breach.ts'
import { skipOn, skipWhere } from './skip-where.ts'

/** Logins processed by another code path, which lacks the second step. */
export const otherRequestDefects: Record<string, Defect> = {
  'mfa-skipped-in-multipart': breaking(must('mfa.challenge-shape', 'mfa.newer-family-two-steps'))(
    'A multipart login asks for no second step.',
    (parts) => {
      acceptOtherLogins(parts)
      skipWhere((call) => isCall('login')(call) && typeOf(call) === 'multipart/form-data')(parts)
    },
  ),
  'mfa-skipped-with-charset-on-newer-family': skipped('v1', 'A JSON login that names its charset', (call) => {
    return typeOf(call) === 'application/json' && namesCharset(call)
  }),
  'mfa-skipped-in-form-with-charset-on-older-family': skipped(
    'users-v1',
    'A form-encoded login that names its charset',
    (call) => call.encoding === 'form' && namesCharset(call),
  ),
  'mfa-skipped-in-plain-text-on-newer-family': skipped('v1', 'JSON under text/plain', (call) => {
    return typeOf(call) === 'text/plain'
  }),
  'mfa-skipped-without-content-type-on-older-family': skipped(
    'users-v1',
    'JSON without a content type',
    (call) => {
      return call.encoding === 'none' && call.method === 'POST'
    },
  ),
  'mfa-skipped-with-remember-on-older-family': skipped(
    'users-v1',
    'A login with a field remember',
    (call) => {
      return 'remember' in membersOf(call.body)
    },
  ),
  'mfa-skipped-by-get-on-newer-family': skipped('v1', 'A login by GET', (call) => call.method === 'GET'),
  'mfa-skipped-in-query-on-older-family': skipped(
    'users-v1',
    'A login by POST with its fields in the query',
    (call) => {
      return call.method === 'POST' && call.target.includes('?')
    },
  ),
}

function skipped(family: NonNullable<Call['family']>, what: string, which: (call: Call) => boolean): Defect {
  return breaking(must(family === 'v1' ? 'mfa.newer-family-two-steps' : 'mfa.challenge-shape'))(
    `${what} asks for no second step on the ${family === 'v1' ? 'newer' : 'older'} path family.`,
    (parts) => {
      acceptOtherLogins(parts)
      skipOn(family, which)(parts)
    },
  )
}
