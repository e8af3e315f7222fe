import type { Call } from '../../common/call.ts'
import { type Defect, wrap, wrapping } from '../change.ts'
import type { Token } from '../../domain/tokens.ts'
import type { Parts } from '../../server/parts.ts'
import { failInsteadOfRejecting, isCall } from '../shared/alter-answers.ts'
import { onToken } from '../shared/blocked.ts'
import { breaking, must, should } from '../shared/breach.ts'

const bearer = breaking(must('token.bearer'))
const manyUses = breaking(must('token.many-uses'))
const notTokenScheme = breaking(should('token.not-token-scheme'))
const unknownToken = breaking(must('anonymous.unknown-token'))

/** Tokens that work where they should not, or don't work where they should. */
export const tokenDefects: Record<string, Defect> = {
  'token-of-older-login-not-on-newer-list': bearer(
    'The newer list does not know tokens from the older login.',
    (parts) =>
      hide(parts, ({ issuedBy }, call) => {
        return issuedBy.operation === 'login' && issuedBy.family === 'users-v1' && call.family === 'v1'
      }),
    { blocks: [...onToken, 'users.records'] },
  ),
  'token-of-newer-login-not-on-older-list': bearer(
    'The older list does not know tokens from the newer login.',
    (parts) =>
      hide(parts, ({ issuedBy }, call) => {
        return issuedBy.operation === 'login' && issuedBy.family === 'v1' && call.family === 'users-v1'
      }),
    { blocks: ['token.fixed-hour', 'token.works-for-hour'] },
  ),
  'token-of-form-login-unknown': bearer(
    'A token from a form-encoded login is never stored.',
    (parts) => hide(parts, ({ issuedBy }) => isCall('login', undefined, 'form')(issuedBy)),
    { blocks: ['token.fixed-hour', 'token.works-for-hour'] },
  ),
  'token-of-json-login-unknown': bearer(
    'A token from a JSON login is never stored.',
    (parts) => hide(parts, ({ issuedBy }) => isCall('login', undefined, 'json')(issuedBy)),
    { blocks: [...onToken, 'token.void-after-hour', 'users.records'] },
  ),
  'token-for-one-use': manyUses('A token works for the list only once.', (parts) => usesAtMost(parts, 1), {
    blocks: [
      'anonymous.next-request',
      'anonymous.unknown-token',
      'token.fixed-hour',
      'token.not-token-scheme',
      'token.works-for-hour',
      'users.same-list',
    ],
  }),
  'token-for-five-uses': breaking(must('token.many-uses', 'token.fixed-hour'))(
    'A token works for the list only five times.',
    (parts) => usesAtMost(parts, 5),
    { blocks: ['token.works-for-hour', 'anonymous.unknown-token'] },
  ),
  'token-for-hundred-uses': manyUses('A token works for the lists only a hundred times.', (parts) =>
    usesAtMost(parts, 100),
  ),
  'token-as-private-token-on-older-list': notTokenScheme(
    'The older list also accepts a one-hour token under the scheme word Token.',
    (parts) => underToken(parts, 'users-v1'),
  ),
  'token-as-private-token-on-newer-list': notTokenScheme(
    'The newer list also accepts a one-hour token under the scheme word Token.',
    (parts) => underToken(parts, 'v1'),
  ),
  'token-prefix-is-enough': unknownToken(
    'The first sixteen characters of a token are enough for the list.',
    wrapping('tokens.find', (find, { tokens }) => (text, call) => {
      const started = [...tokens.records.keys()].find((known) => text.length >= 16 && known.startsWith(text))
      return find(text, call) ?? tokens.records.get(started ?? '')
    }),
  ),
  'token-suffix-not-looked-at': unknownToken(
    'The list of the newer path family ignores what follows a token.',
    wrapping('tokens.find', (find, { tokens }) => (text, call) => {
      const begun = [...tokens.records.keys()].find((known) => text.startsWith(known))
      return find(text, call) ?? (call?.family === 'v1' ? tokens.records.get(begun ?? '') : undefined)
    }),
  ),
  'token-void-answers-500': breaking(should('refusal.no-5xx'))(
    'A request with an expired or unknown Bearer token ends in a server error.',
    failInsteadOfRejecting(({ operation, rawHeaders }) => {
      return operation === 'list' && rawHeaders.some((field) => /^Bearer /i.test(field))
    }),
  ),
}

function hide({ tokens }: Parts, from: (token: Token, call: Call) => boolean): void {
  wrap(tokens, 'find', (find) => (text, call) => {
    const token = find(text, call)
    return token && call?.operation === 'list' && from(token, call) ? undefined : token
  })
}

function usesAtMost({ tokens }: Parts, most: number): void {
  const used = new Map<string, number>()
  wrap(tokens, 'accepts', (accepts) => (text, call) => {
    const username = accepts(text, call)
    if (username === undefined) return username
    const times = (used.get(text) ?? 0) + 1
    used.set(text, times)
    return times > most ? undefined : username
  })
}

function underToken({ methods }: Parts, family: Call['family']): void {
  wrap(methods, 'token', (privateToken) => (text, call) => {
    return privateToken(text, call) ?? (call.family === family ? methods.bearer(text, call) : undefined)
  })
}
