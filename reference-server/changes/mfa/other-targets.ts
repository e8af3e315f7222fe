import { type Call, headerValues } from '../../common/call.ts'
import type { PathFamily } from '../../common/choices.ts'
import type { Defect } from '../change.ts'
import { breaking, must } from '../shared/breach.ts'
import { addLoginAt } from '../../server/routes/login.ts'
import { alsoAccept } from './codes.ts'
import { skipOn } from './skip-where.ts'

/** Logins that get past the second step because of their target, or of a header that only a proxy should set. */
export const otherTargetMfaDefects: Record<string, Defect> = {
  'mfa-skipped-at-encoded-path-on-newer-family': skipped(
    'v1',
    'A login whose path has a percent-encoded letter',
    (call) => call.target.includes('%61uth'),
  ),
  'mfa-skipped-behind-a-second-slash-on-older-family': skipped(
    'users-v1',
    'A login whose path starts with two slashes',
    (call) => call.target.startsWith('//'),
    (path) => `/${path}`,
  ),
  'mfa-skipped-with-parameter-in-path-on-newer-family': skipped(
    'v1',
    'A login whose path has a parameter',
    (call) => call.target.endsWith(';a=b'),
    (path) => `${path};a=b`,
  ),
  'mfa-skipped-for-overridden-method-on-older-family': skipped(
    'users-v1',
    'A login with X-HTTP-Method-Override',
    (call) => headerValues(call, 'x-http-method-override').length > 0,
  ),
  'mfa-skipped-for-user-of-proxy-on-newer-family': skipped(
    'v1',
    'A login with Remote-User, which only a proxy should set,',
    (call) => headerValues(call, 'remote-user').length > 0,
  ),
  'code-not-checked-for-own-host': breaking(must('mfa.wrong-code'))(
    'A second step whose X-Real-IP names the server itself needs no valid code.',
    (parts) => {
      alsoAccept(parts, (_parts, _account, _code, call) =>
        headerValues(call, 'x-real-ip').includes('127.0.0.1'),
      )
    },
  ),
  'code-not-checked-for-user-of-proxy-on-older-family': breaking(must('mfa.wrong-code'))(
    'A second step on the older path family with X-Forwarded-User, which only a proxy should set, needs no valid code.',
    (parts) => {
      alsoAccept(parts, (_parts, _account, _code, call) => {
        return call.family === 'users-v1' && headerValues(call, 'x-forwarded-user').length > 0
      })
    },
  ),
}

/** @param also another path at which the login is found */
function skipped(
  family: PathFamily,
  what: string,
  which: (call: Call) => boolean,
  also?: (path: string) => string,
): Defect {
  const [rule, name] =
    family === 'v1' ? ['mfa.newer-family-two-steps', 'newer'] : ['mfa.challenge-shape', 'older']
  return breaking(must(rule))(`${what} needs no second step on the ${name} path family.`, (parts) => {
    if (also)
      parts.extensions.push((app) => {
        addLoginAt(app, parts, also(parts.paths.login[family]), family)
      })
    skipOn(family, which)(parts)
  })
}
