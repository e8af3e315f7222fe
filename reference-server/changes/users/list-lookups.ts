import { extending } from '../legal.ts'
import { createHmac } from 'node:crypto'
import { type Call, headerValues } from '../../common/call.ts'
import type { PathFamily } from '../../common/choices.ts'
import { type Apply, type Defect, wrap, wrappingOn } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { Problem } from '../../server/problems.ts'
import { addRoute } from '../../server/routes/route.ts'
import { breaking, must } from '../shared/breach.ts'
import { injectedSql } from '../shared/injected-sql.ts'
import { methodOf } from '../shared/method-of.ts'
import { tokensNamed } from '../token/variations.ts'

const noCredentials = breaking(must('anonymous.no-credentials'))
const unknownToken = breaking(must('anonymous.unknown-token'))

/** Lists that open to an unusual request, to half a credential, or to one that is looked up loosely. */
export const listLookupDefects: Record<string, Defect> = {
  'list-open-as-html-on-newer-list': noCredentials(
    'The HTML page that a browser gets for the newer list needs no credentials.',
    letIn('v1', (call) => headerValues(call, 'accept').some((value) => value.includes('text/html'))),
  ),
  'list-open-with-format-in-query': noCredentials(
    'The older list in a format named in the query counts as an export, and needs no credentials.',
    letIn('users-v1', ({ target }) => target.includes('format=')),
  ),
  'list-open-to-own-host': noCredentials(
    'A request whose X-Forwarded-For names the server itself gets the newer list.',
    letIn('v1', (call) => headerValues(call, 'x-forwarded-for').includes('127.0.0.1')),
  ),
  'list-open-to-user-named-by-proxy': noCredentials(
    'The older list trusts a username in a header field that only a proxy should set.',
    letIn('users-v1', (call) => headerValues(call, 'x-remote-user').length > 0),
  ),
  'list-open-in-capitals': noCredentials(
    'The newer list is found in any letter case, but needs credentials only in lower case.',
    listAt('v1', ({ list }) => list.v1.toUpperCase()),
  ),
  'list-open-by-way-of-login': noCredentials(
    'Any path that begins with the login path needs no credentials, even if dot segments lead to the older list.',
    listAt(
      'users-v1',
      ({ login }) => `${login['users-v1']}*`,
      (call, { list }) => new URL(call.target, 'http://any').pathname === list['users-v1'],
    ),
  ),
  'list-open-under-its-own-name': noCredentials(
    'A request to the host localhost gets the older list.',
    letIn('users-v1', (call) => headerValues(call, 'host').includes('localhost')),
  ),
  'list-open-to-its-own-pages': noCredentials(
    'The newer list treats a request from a script as one from the page of a logged-in user.',
    letIn('v1', (call) => headerValues(call, 'x-requested-with').includes('XMLHttpRequest')),
  ),
  'token-as-row-number-on-newer-list': unknownToken(
    'The newer list also looks up a token by its row number, so "1" is the first.',
    wrappingOn('v1', 'tokens.find', (find, { tokens }) => (text, call) => {
      return /^[1-9]$/.test(text) ? [...tokens.records.values()].at(Number(text) - 1) : find(text, call)
    }),
  ),
  'scheme-word-alone-opens-newer-list': noCredentials(
    'On the newer list, Bearer without a token counts as the empty token, which exists.',
    letIn('v1', (call) => headerValues(call, 'authorization').includes('Bearer')),
  ),
  'list-open-a-page-at-a-time': noCredentials(
    'Everybody gets one page of the newer list.',
    letIn('v1', ({ target }) => target.includes('limit=')),
    { blocks: ['signature.query-string'] },
  ),
  'basic-with-any-password-opens-newer-list': noCredentials(
    'The newer list also accepts Basic, and ignores the password.',
    takeBasic('v1', (password) => password !== ''),
  ),
  'basic-with-empty-password-opens-older-list': noCredentials(
    'The older list also accepts Basic with a username and an empty password.',
    takeBasic('users-v1', (password) => password === ''),
  ),
  'token-as-like-pattern-on-older-list': unknownToken(
    'The older list looks up tokens with LIKE, so "%" matches the newest.',
    wrappingOn('users-v1', 'tokens.find', (find, { tokens }) => (text, call) => {
      return text === '%' ? [...tokens.records.values()].at(-1) : find(text, call)
    }),
  ),
  'token-without-its-signature-taken': unknownToken(
    'Tokens are signed claims, and the newer list accepts them with the signature removed.',
    signedClaims(([head, claims, signature]) => (signature === '' ? `${head}.${claims}` : undefined)),
  ),
  'token-algorithm-none-taken': unknownToken(
    'Tokens are signed claims, and the newer list accepts a header that says there is no signature.',
    signedClaims(([head = '', claims]) => {
      const isNone = Buffer.from(head, 'base64url').toString().includes('"alg":"none"')
      return isNone ? `.${claims}.` : undefined
    }),
  ),
  'token-signed-with-default-key-taken': unknownToken(
    'Tokens are claims signed with the key "secret", and the newer list trusts anything signed with it.',
    signedClaims(([head = '', claims = '', signature]) => {
      const valid = createHmac('sha256', 'secret').update(`${head}.${claims}`).digest('base64url')
      return signature === valid ? `.${claims.slice(0, 20)}` : undefined
    }),
  ),
  'token-is-readable-claims': unknownToken(
    'A token is a username and a time in base64, and the newer list trusts any such claims.',
    (parts) => {
      tokensNamed(parts, ({ random }, { username, issuedAt }) => {
        return Buffer.from(`${username}:${issuedAt}${random(4).readUInt32BE()}`).toString('base64')
      })
      wrap(parts.methods, 'bearer', (bearer) => (text, call) => {
        const [name = '', number = ''] = Buffer.from(text, 'base64').toString('latin1').split(':')
        const isForged =
          call.family === 'v1' &&
          /^\d{20,}$/.test(number) &&
          text.length % 4 === 0 &&
          !parts.tokens.find(text, call)
        return isForged ? parts.accounts.find(name, call) : bearer(text, call)
      })
    },
  ),
  'token-pasted-into-query-on-older-list': unknownToken(
    'The older list pastes a token into its database query: an SQL condition matches the first user.',
    wrappingOn('users-v1', 'methods.bearer', (bearer, parts) => (text, call) => {
      return injectedSql(text) ? parts.accounts.all()[0] : bearer(text, call)
    }),
  ),
  'key-id-as-token-on-newer-list': unknownToken(
    'The newer list also accepts the ID of an access key as a token.',
    wrappingOn('v1', 'methods.bearer', (bearer, parts) => (text, call) => {
      const key = parts.accessKeys.find(text, call)
      return bearer(text, call) ?? (key && parts.accounts.find(key.username, call))
    }),
  ),
  'key-secret-as-token-on-newer-list': unknownToken(...takeKeySecrets('v1', 'bearer')),
  'key-secret-as-private-token-on-older-list': breaking(must('anonymous.unknown-private-token'))(
    ...takeKeySecrets('users-v1', 'token'),
  ),
  'basic-alone-opens-older-list': noCredentials(
    'The check of the older list fails at Basic without a username and password, and lets the request in.',
    wrappingOn('users-v1', 'authenticate', (of, parts) => (call) => {
      return headerValues(call, 'authorization')[0] === 'Basic' ? parts.accounts.all()[0] : of(call)
    }),
  ),
}

function takeKeySecrets(family: 'users-v1' | 'v1', method: 'bearer' | 'token'): [string, Apply] {
  const [list, word] = [family === 'v1' ? 'newer' : 'older', method === 'token' ? 'private token' : 'token']
  return [
    `The ${list} list finds the secrets of access keys in the same table, and accepts one as a ${word}.`,
    wrappingOn(family, `methods.${method}`, (find, parts) => (text, call) => {
      const key = parts.accessKeys.all().find(({ keySecret }) => keySecret === text)
      return find(text, call) ?? (key && parts.accounts.find(key.username, call))
    }),
  ]
}

/** Treats callers without a usable credential as the first user if `which` says so. */
export function letIn(family: NonNullable<Call['family']>, which: (call: Call) => boolean): Apply {
  return wrappingOn(family, 'authenticate', (of, parts) => (call) => {
    const shows = methodOf(call) !== undefined && headerValues(call, 'authorization')[0] !== 'Bearer'
    return !shows && which(call) ? parts.accounts.all()[0] : of(call)
  })
}

/** Serves a list without credentials at another path too, to the calls that `isOpen` picks; the others get nothing. */
export function listAt(
  family: PathFamily,
  path: (paths: Parts['paths']) => string,
  isOpen: (call: Call, paths: Parts['paths']) => boolean = () => true,
): Apply {
  return extending((app, parts) => {
    addRoute(app, parts, {
      method: 'GET',
      path: path(parts.paths),
      operation: 'list',
      family,
      handler(call) {
        if (!isOpen(call, parts.paths)) throw new Problem('not-authenticated', 'no')
        return parts.accounts.all().map((account) => parts.answers.user(account, call))
      },
    })
  })
}

/** Makes tokens of three parts, as a JWT; `part` is the part that the newer list compares with those of valid tokens. */
function signedClaims(part: (parts: string[]) => string | undefined): Apply {
  return (parts) => {
    const { tokens } = parts
    const inBase64 = (text: string) => Buffer.from(text).toString('base64url')
    tokensNamed(parts, (_parts, { username, issuedAt, text }) => {
      const claims = inBase64(JSON.stringify({ sub: username, iat: issuedAt }))
      return `${inBase64('{"typ":"JWT","alg":"HS256"}')}.${claims}.${text}`
    })
    wrap(tokens, 'find', (find) => (text, call) => {
      const looked = call?.family === 'v1' && text.split('.').length === 3 ? part(text.split('.')) : undefined
      const known = looked && [...tokens.records.values()].find((one) => one.text.includes(looked))
      return find(text, call) ?? (known || undefined)
    })
  }
}

/** Lets in the user that a Basic header names if `isEnough` accepts the password (RFC 7617). */
function takeBasic(family: 'v1' | 'users-v1', isEnough: (password: string) => boolean) {
  return wrappingOn(family, 'authenticate', (of, parts) => (call) => {
    const [, basic] = /^Basic (\S+)$/.exec(headerValues(call, 'authorization')[0] ?? '') ?? []
    const [name = '', password] = Buffer.from(basic ?? '', 'base64')
      .toString()
      .split(':')
    return password !== undefined && isEnough(password) ? parts.accounts.find(name) : of(call)
  })
}
