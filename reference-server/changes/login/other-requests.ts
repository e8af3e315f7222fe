import { type Call, headerValues } from '../../common/call.ts'
import type { Defect } from '../change.ts'
import { isCall } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'
import { acceptOtherLogins, typeOf } from '../shared/other-logins.ts'
import { addLoginAt } from '../../server/routes/login.ts'
import { acceptOfPlain } from './passwords.ts'

/** Logins that get past the check of the password by how they are sent. All concern accounts without a second factor. */
export const otherLoginDefects: Record<string, Defect> = {
  'password-not-checked-in-multipart': unchecked('A multipart login', (call) => {
    return typeOf(call) === 'multipart/form-data'
  }),
  'password-not-checked-in-plain-text-on-newer-family': unchecked(
    'JSON under text/plain',
    (call) => typeOf(call) === 'text/plain',
    'v1',
  ),
  'password-not-checked-by-get-on-older-family': unchecked(
    'A login by GET',
    (call) => call.method === 'GET',
    'users-v1',
  ),
  'password-not-checked-for-own-host-on-newer-family': unchecked(
    'A login whose X-Forwarded-For names the server itself',
    (call) => headerValues(call, 'x-forwarded-for').includes('127.0.0.1'),
    'v1',
  ),
  'password-not-checked-for-user-of-proxy-on-older-family': unchecked(
    'A login with X-Remote-User, which only a proxy should set,',
    (call) => headerValues(call, 'x-remote-user').length > 0,
    'users-v1',
  ),
  'password-not-checked-for-own-pages': unchecked('A login from a page of the server', (call) =>
    headerValues(call, 'sec-fetch-site').includes('same-origin'),
  ),
  'password-not-checked-without-final-slash': breaking(must('login.wrong-password'))(
    'The login of the newer path family also works without its trailing slash, and then needs no valid password.',
    (parts) => {
      const path = parts.paths.login.v1.slice(0, -1)
      parts.extensions.push((app) => {
        addLoginAt(app, parts, path, 'v1')
      })
      acceptOfPlain(
        (call) => isCall('login', 'v1')(call) && call.target.endsWith(path),
        () => true,
      )(parts)
    },
  ),
}

function unchecked(what: string, which: (call: Call) => boolean, family?: Call['family']): Defect {
  const on = family === undefined ? 'either' : family === 'v1' ? 'the newer' : 'the older'
  return breaking(must('login.wrong-password'))(
    `${what} needs no valid password on ${on} path family.`,
    (parts) => {
      acceptOtherLogins(parts)
      acceptOfPlain(
        (call) => isCall('login', family)(call) && which(call),
        () => true,
      )(parts)
    },
  )
}
