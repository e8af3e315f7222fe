import { createHash } from 'node:crypto'
import { type Apply, type Defect, type Lists, wrap, wrapping, wrappingOn } from '../change.ts'
import { headerValues } from '../../common/call.ts'
import type { Account } from '../../domain/accounts.ts'
import type { Parts } from '../../server/parts.ts'
import { breaking, must } from '../shared/breach.ts'
import {
  needsClosedLists,
  openWithAnyAuthorization,
  openWithAnything,
  openWithoutCredentials,
} from '../shared/list-rows.ts'
import { methodOf } from '../shared/method-of.ts'

const unknownToken = breaking(must('anonymous.unknown-token'))
const unknownPrivateToken = breaking(must('anonymous.unknown-private-token'))
const unknownSession = breaking(must('anonymous.unknown-session'))

/** Lists that open without a credential, or with one that the server never issued. */
export const anonymousDefects: Record<string, Defect> = {
  'lists-open-to-everyone': breaking(openWithoutCredentials)(
    'Unauthenticated requests run as the first user.',
    wrapping('authenticate', (of, parts) => (call) => {
      return methodOf(call) === undefined ? first(parts) : of(call)
    }),
    { blocks: [...needsClosedLists, 'token.void-after-hour'] },
  ),
  'any-authorization-opens-newer-list': breaking(openWithAnyAuthorization)(
    'The newer list only checks that there is an Authorization header.',
    wrappingOn('v1', 'authenticate', (of, parts) => async (call) => {
      const shown = methodOf(call)
      return shown === undefined || shown === 'session' ? of(call) : first(parts)
    }),
    { blocks: ['token.stays-void', 'token.fixed-hour'] },
  ),
  'credentials-not-looked-at': breaking(openWithAnything)(
    'The lists need no credentials and ignore any that are sent.',
    (parts) => {
      parts.authenticate = () => first(parts)
    },
    { blocks: [...needsClosedLists, 'token.stays-void'] },
  ),
  'unknown-scheme-opens-lists': breaking(must('anonymous.no-credentials'))(
    'An unknown scheme word is left for others to check, and the request is let in.',
    (parts) => {
      wrap(parts, 'authenticate', (of) => (call) => (methodOf(call) === 'other' ? first(parts) : of(call)))
    },
    { blocks: ['token.void-after-hour'] },
  ),
  'digest-of-user-opens-newer-list': breaking(must('anonymous.no-credentials'))(
    'The newer list reads the username of a digest (RFC 7616), and does not compare its response.',
    takeHeader('v1', (value, { accounts }) => {
      return accounts.find(/^Digest username="([^"]*)"/.exec(value)?.[1] ?? '')
    }),
  ),
  'any-api-key-opens-older-list': breaking(must('anonymous.no-credentials'))(
    'The older list leaves the scheme word ApiKey for a gateway to check, and lets the request in.',
    takeHeader('users-v1', (value, { accounts }) =>
      value.startsWith('ApiKey ') ? accounts.all()[0] : undefined,
    ),
  ),
  'token-of-right-form-taken': unknownToken(
    'Any 32 lower-case letters and digits are accepted as a token.',
    takeAlso('both', 'bearer', (text) => /^[0-9a-z]{32}$/.test(text)),
  ),
  'token-null-taken-on-older-list': unknownToken(
    'The older list accepts the words that a missing token turns into, such as "null".',
    takeAlso('users-v1', 'bearer', (text) => /^(null|undefined)$/.test(text)),
  ),
  'token-beyond-ascii-opens-newer-list': breaking(must('anonymous.no-credentials'))(
    'The newer list compares tokens with a function that takes ASCII only, and lets the request in where that fails.',
    takeAlso('v1', 'bearer', (text) => /[^\0-\x7f]/.test(text)),
  ),
  'built-in-name-as-token-on-newer-list': unknownToken(
    'The newer list looks tokens up in an object of JavaScript, which has members of its own.',
    takeAlso('v1', 'bearer', (text) => text in {}),
  ),
  'user-name-as-token-on-newer-list': unknownToken(
    'The newer list accepts a username as the user’s token.',
    takeAlso('v1', 'bearer', (text, parts) => parts.accounts.find(text) !== undefined),
  ),
  'token-hash-taken-on-older-list': unknownToken(
    'Tokens are kept as SHA-256 hashes, and the older list accepts a token that is kept as it was sent.',
    takeAlso('users-v1', 'bearer', (text, parts) => isHashOf('sha256', text, parts.tokens.records.keys())),
  ),
  'private-token-hash-taken-on-newer-list': unknownPrivateToken(
    'The newer list accepts the SHA-256 hash of a private token.',
    takeAlso('v1', 'token', (text, { demo }) =>
      demo.privateTokens.some(({ token }) => isHashOf('sha256', text, [token])),
    ),
  ),
  'session-hash-taken-on-newer-list': unknownSession(
    'The newer list accepts the MD5 hash of a session’s cookie.',
    takeAlso('v1', 'session', (text, parts) => isHashOf('md5', text, parts.sessions.records.keys())),
  ),
  'private-token-of-right-form-taken': unknownPrivateToken(
    'Any 40 hexadecimal digits are accepted as a private token.',
    takeAlso('both', 'token', (text) => /^[0-9a-f]{40}$/.test(text)),
  ),
  'private-token-as-pattern-on-newer-list': unknownPrivateToken(
    'The newer list accepts any text that contains a private token.',
    takeAlso('v1', 'token', (text, { demo }) => demo.privateTokens.some(({ token }) => text.includes(token))),
  ),
  'token-middle-not-compared-on-older-list': unknownToken(
    'The older list compares only the first and the last ten characters of a token.',
    takeAlso('users-v1', 'bearer', (text, { tokens }) =>
      likeOneOf(tokens.records.keys(), text, (one) => one.slice(0, 10) + one.slice(-10)),
    ),
  ),
  'private-token-last-character-may-differ-on-newer-list': unknownPrivateToken(
    'The newer list does not compare the last character of a private token.',
    takeAlso('v1', 'token', (text, { demo }) => {
      const all = demo.privateTokens.map(({ token }) => token)
      return likeOneOf(all, text, (one) => one.slice(0, -1))
    }),
  ),
  'session-first-character-may-differ-on-older-list': unknownSession(
    'The older list does not compare the first character of a session’s cookie.',
    takeAlso('users-v1', 'session', (id, { sessions }) =>
      likeOneOf(sessions.records.keys(), id, (one) => one.slice(1)),
    ),
  ),
  'session-of-right-length-taken': unknownSession(
    'Any cookie of 32 lower-case letters and digits is accepted as a session.',
    takeAlso('both', 'session', (id) => /^[0-9a-z]{32}$/.test(id)),
  ),
  'session-prefix-taken-on-older-list': unknownSession(
    'The older list accepts the beginning of a session’s cookie.',
    wrappingOn('users-v1', 'sessions.find', (find, parts) => (id, call) => {
      const longer = [...parts.sessions.records.values()].find((one) => one.id.startsWith(id) && one.username)
      return find(id, call) ?? (id.length > 8 ? longer : undefined)
    }),
  ),
  'user-name-as-session-on-newer-list': unknownSession(
    'The newer list accepts a username as the user’s session.',
    takeAlso('v1', 'session', (id, parts) => parts.accounts.find(id) !== undefined),
  ),
}

const isHashOf = (algorithm: string, text: string, all: Iterable<string>) =>
  [...all].some((one) => createHash(algorithm).update(one).digest('hex') === text)

/** Compares texts of the same length only by a part; the valid text itself may have ended. */
const likeOneOf = (all: Iterable<string>, text: string, part: (text: string) => string) =>
  [...all].some((one) => one !== text && one.length === text.length && part(one) === part(text))

const first = ({ accounts }: Parts) => accounts.all()[0]

/** Makes a method accept further texts as the first user's credentials. */
function takeAlso(
  lists: Lists,
  method: 'bearer' | 'token' | 'session',
  taken: (text: string, parts: Parts) => boolean,
): Apply {
  return wrappingOn(lists, `methods.${method}`, (of, parts) => (text, call) => {
    return of(text, call) ?? (taken(text, parts) ? first(parts) : undefined)
  })
}

/** Takes further Authorization headers for those of the account that `taken` returns. */
function takeHeader(lists: Lists, taken: (value: string, parts: Parts) => Account | undefined): Apply {
  return wrappingOn(lists, 'authenticate', (of, parts) => async (call) => {
    return (await of(call)) ?? taken(headerValues(call, 'authorization')[0] ?? '', parts)
  })
}
