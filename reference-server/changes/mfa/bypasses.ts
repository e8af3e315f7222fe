import { type Call, cookieValue, headerValues } from '../../common/call.ts'
import { type Defect, ofEach, wrap, wrapping } from '../change.ts'
import { injectedSql } from '../shared/injected-sql.ts'
import type { Parts } from '../../server/parts.ts'
import { Problem } from '../../server/problems.ts'
import { addRoute } from '../../server/routes/route.ts'
import { alterAnswers, isCall, membersOf } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'
import { skipOn, skipWhere } from './skip-where.ts'

const newerFamilyTwoSteps = breaking(must('mfa.newer-family-two-steps'))
const challengeShape = breaking(must('mfa.challenge-shape'))

const families = [
  ['users-v1', 'older', challengeShape],
  ['v1', 'newer', newerFamilyTwoSteps],
] as const

/** Ways around the second step. */
export const bypassDefects: Record<string, Defect> = {
  'mfa-skipped-without-final-slash': newerFamilyTwoSteps(
    'The login of the newer path family also works without its trailing slash, and then asks for no second step.',
    (parts) => loginAt(parts, 'v1', (path) => path.slice(0, -1)),
  ),
  'mfa-skipped-in-capitals': challengeShape(
    'The login of the older path family is found in any letter case, but its second step is only demanded in lower case.',
    (parts) => loginAt(parts, 'users-v1', (path) => path.toUpperCase()),
  ),
  'mfa-skipped-for-own-host': challengeShape(
    'A login whose X-Forwarded-For names the server itself needs no second step on the older path family.',
    skipOn('users-v1', (call) => headerValues(call, 'x-forwarded-for').includes('127.0.0.1')),
  ),
  'mfa-skipped-for-scripts': newerFamilyTwoSteps(
    'A login on the newer path family with X-Requested-With needs no second step.',
    skipOn('v1', (call) => headerValues(call, 'x-requested-with').length > 0),
  ),
  'mfa-skipped-for-own-pages': newerFamilyTwoSteps(
    'A login on the newer path family from a page of the server needs no second step.',
    skipOn('v1', (call) => headerValues(call, 'sec-fetch-site').includes('same-origin')),
  ),
  'mfa-skipped-in-browsers': challengeShape(
    'A login on the older path family from a browser needs no second step.',
    skipOn('users-v1', (call) => headerValues(call, 'user-agent').some((one) => one.startsWith('Mozilla/'))),
  ),
  ...ofEach(families, ([family, name, breakingIt]) => [
    `mfa-skipped-beside-own-token-on-${name}-family`,
    breakingIt(
      `A login on the ${name} path family beside a token of the same account, void or not, needs no second step.`,
      wrapping('needsSecondStep', (needs, { tokens }) => (account, call) => {
        const [, text = ''] = /^Bearer (.*)/.exec(headerValues(call, 'authorization')[0] ?? '') ?? []
        const isOwn = isCall('login', family)(call) && tokens.records.get(text)?.username === account.username
        return needs(account, call) && !isOwn
      }),
    ),
  ]),
  ...ofEach(families, ([family, name, breakingIt]) => [
    `mfa-skipped-after-private-token-on-${name}-family`,
    breakingIt(
      `A login on the ${name} path family needs no second step on a connection whose last credential was a private token of its user.`,
      (parts) => {
        const lastUser = new WeakMap<object, string>()
        wrap(parts.methods, 'token', (find) => (text, call) => {
          const account = find(text, call)
          if (account) lastUser.set(call.connection, account.username)
          return account
        })
        wrap(parts, 'needsSecondStep', (needs) => (account, call) => {
          const isOwn = lastUser.get(call.connection) === account.username
          lastUser.delete(call.connection)
          return needs(account, call) && !(isOwn && isCall('login', family)(call))
        })
      },
    ),
  ]),
  'mfa-skipped-in-network-of-server': breaking(must('mfa.challenge-shape', 'mfa.newer-family-two-steps'))(
    'A login whose X-Real-IP is an address of the private network needs no second step.',
    skipWhere(
      (call) => isCall('login')(call) && headerValues(call, 'x-real-ip').some((one) => one.startsWith('10.')),
    ),
  ),
  'mfa-skipped-beside-a-token': newerFamilyTwoSteps(
    'A login on the newer path family with an Authorization header needs no second step.',
    skipOn('v1', (call) => headerValues(call, 'authorization').length > 0),
  ),
  'mfa-skipped-beside-basic-on-older-family': challengeShape(
    'A login on the older path family whose username and password also come as Basic needs no second step.',
    skipOn('users-v1', (call) => {
      return headerValues(call, 'authorization').some((value) => value.startsWith('Basic '))
    }),
  ),
  'mfa-skipped-beside-a-session-on-newer-family': newerFamilyTwoSteps(
    'A login on the newer path family beside the session of any user needs no second step.',
    (parts) =>
      skipOn('v1', (call) => {
        return parts.sessions.find(cookieValue(call, 'sessionid') ?? '', call)?.username !== undefined
      })(parts),
  ),
  'mfa-skipped-on-trusted-device-on-older-family': challengeShape(
    'A login on the older path family with a cookie trusted_device needs no second step, whatever its value.',
    skipOn('users-v1', (call) => cookieValue(call, 'trusted_device') !== undefined),
  ),
  ...ofEach(families, ([family, name, breakingIt]) => [
    `mfa-skipped-with-cookie-of-challenge-on-${name}-family`,
    breakingIt(
      `On the ${name} path family, a challenge sets a cookie, and a login with it needs no second step.`,
      (parts) => {
        alterAnswers(isCall('login', family), (body, reply) => {
          if ('seed' in membersOf(body)) reply.header('Set-Cookie', 'first_step=done; Path=/')
          return body
        })(parts)
        skipOn(family, (call) => cookieValue(call, 'first_step') !== undefined)(parts)
      },
    ),
  ]),
  'mfa-skipped-on-connection-of-second-step-on-newer-family': newerFamilyTwoSteps(
    'A login on the newer path family needs no second step on a connection that has carried one in the last second.',
    (parts) => {
      const doneAt = new WeakMap<object, number>()
      wrap(parts.seeds, 'spend', (spend) => (seed, call) => {
        if (call) doneAt.set(call.connection, parts.clock.now())
        return spend(seed, call)
      })
      skipOn('v1', ({ connection }) => {
        return parts.clock.now() - (doneAt.get(connection) ?? -Infinity) < 1000
      })(parts)
    },
  ),
  'mfa-skipped-with-query-on-older-family': challengeShape(
    'A login on the older path family with a query needs no second step.',
    skipOn('users-v1', (call) => call.target.includes('?')),
  ),
  'mfa-skipped-for-password-with-space-on-newer-family': newerFamilyTwoSteps(
    'The newer path family ignores spaces around a password, but only one without them needs a second step.',
    (parts) => {
      const isLogin = isCall('login', 'v1')
      wrap(parts, 'checkPassword', (check) => (username, sent, call) => {
        return check(username, isLogin(call) ? sent.trim() : sent, call)
      })
      skipOn('v1', (call) => {
        const password = String(membersOf(call.body)['password'])
        return password !== password.trim()
      })(parts)
    },
  ),
  'mfa-skipped-for-wide-name': newerFamilyTwoSteps(
    'The newer path family normalizes usernames to NFKC, but looks up the second factor under the name as sent.',
    (parts) => {
      const isWide = (call: Call) => {
        const name = String(membersOf(call.body)['username'])
        return isCall('login', 'v1')(call) && name !== name.normalize('NFKC')
      }
      wrap(parts, 'checkPassword', (check) => (username, sent, call) => {
        return check(isWide(call) ? username.normalize('NFKC') : username, sent, call)
      })
      skipWhere(isWide)(parts)
    },
  ),
  'code-of-nines': breaking(must('mfa.wrong-code'))(
    'The code 999999, a leftover from tests, works for everyone.',
    wrapping('checkCode', (check) => async (account, code, call) => {
      return code === '999999' || (await check(account, code, call))
    }),
  ),
  'seed-pasted-into-query': breaking(must('mfa.wrong-seed'))(
    'The seed is pasted into the database query: an SQL condition matches the seed issued last, a comment is ignored.',
    wrapping('seeds.find', (find, { seeds }) => (text, call) => {
      const newest = [...seeds.records.keys()].at(-1) ?? ''
      return find(injectedSql(text) ? newest : text.replace(/'-- .*$/s, ''), call)
    }),
  ),
}

/** Adds a login at another path that asks for no second step. */
function loginAt(parts: Parts, family: NonNullable<Call['family']>, other: (path: string) => string): void {
  parts.extensions.push((app) => {
    addRoute(app, parts, {
      method: 'POST',
      path: other(parts.paths.login[family]),
      operation: 'login',
      family,
      async handler(call) {
        const { username, password } = parts.shapes.credentials(call)
        const account = await parts.checkPassword(username, password, call)
        if (!account) throw new Problem('not-authenticated', 'the username or the password is wrong')
        return parts.answers.token(parts.tokens.issue(account, call), call)
      },
    })
  })
}
