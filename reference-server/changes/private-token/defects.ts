import type { PathFamily } from '../../common/choices.ts'
import { type Call, headerValues } from '../../common/call.ts'
import { type Defect, wrap, wrapping, wrappingOn } from '../change.ts'
import type { PrivateToken } from '../../domain/private-tokens.ts'
import type { Parts } from '../../server/parts.ts'
import { failInsteadOfRejecting } from '../shared/alter-answers.ts'
import { onPrivateToken } from '../shared/blocked.ts'
import { breaking, must, should } from '../shared/breach.ts'

const notBearer = breaking(must('private-token.not-bearer'))
const permanent = breaking(must('private-token.permanent'))
const accepted = breaking(must('private-token.accepted'))
const sparesSecondStep = breaking(must('private-token.spares-second-step'))

const day = 86_400

/** Private tokens on the lists. */
export const privateTokenDefects: Record<string, Defect> = {
  'private-token-as-bearer': notBearer('A private token also works under the scheme word Bearer.', (parts) =>
    underBearer(parts, undefined),
  ),
  'private-token-as-bearer-on-newer-list': notBearer(
    'The newer list also accepts a private token under the scheme word Bearer.',
    (parts) => underBearer(parts, 'v1'),
  ),
  'private-token-as-bearer-in-lower-case-on-older-list': notBearer(
    'The older list also accepts a private token under the scheme word bearer, in lower case.',
    wrappingOn('users-v1', 'methods.bearer', (bearer, { methods }) => (text, call) => {
      const isLower = headerValues(call, 'authorization')[0]?.startsWith('bearer ')
      return bearer(text, call) ?? (isLower ? methods.token(text, call) : undefined)
    }),
  ),
  'private-token-of-mfa-account-as-bearer': notBearer(
    'The private token of an account with a second factor also works under the scheme word Bearer.',
    wrapping('methods.bearer', (bearer, { methods }) => (text, call) => {
      const user = bearer(text, call) ?? methods.token(text, call)
      return bearer(text, call) ?? (user?.otp ? user : undefined)
    }),
  ),
  'private-token-refused-on-older-list': accepted(
    'The older list does not know the scheme word Token.',
    (parts) => reject(parts, (_entry, call) => call.family === 'users-v1'),
    { blocks: onPrivateToken },
  ),
  'private-token-refused-on-newer-list': accepted(
    'The newer list does not know the scheme word Token.',
    (parts) => reject(parts, (_entry, call) => call.family === 'v1'),
    { blocks: onPrivateToken },
  ),
  'private-token-of-mfa-account-refused': sparesSecondStep(
    'The private token of an account with a second factor never works.',
    (parts) => reject(parts, ({ username }) => hasSecondFactor(parts, username)),
    { blocks: ['private-token.permanent', 'private-token.not-bearer'] },
  ),
  'private-token-of-mfa-account-needs-login-on-newer-list': sparesSecondStep(
    'The newer list accepts the private token of an account with a second factor only within an hour of a second step.',
    (parts) =>
      reject(parts, ({ username }, call) => {
        const alive = [...parts.tokens.records.values()].some((token) => {
          return token.username === username && !parts.tokens.isExpired(token, call)
        })
        return call.family === 'v1' && hasSecondFactor(parts, username) && !alive
      }),
    { blocks: ['private-token.permanent', 'private-token.not-bearer'] },
  ),
  'private-token-ends-after-a-day-on-older-list': permanent(
    'The older list accepts a private token for a day after its first use.',
    (parts) => endAfter(parts, 23 * 3600, (_entry, call) => call.family === 'users-v1'),
  ),
  'private-token-ends-after-a-year': permanent(
    'A private token works for a year after its first use.',
    (parts) => endAfter(parts, 365 * day, () => true),
  ),
  'private-token-ends-after-ten-years-on-newer-list': permanent(
    'The newer list accepts a private token for ten years after its first use.',
    (parts) => endAfter(parts, 3652 * day, (_entry, call) => call.family === 'v1'),
  ),
  'created-private-token-ends-after-a-month': permanent(
    'A private token from the create command works for thirty days after its first use.',
    (parts) =>
      endAfter(
        parts,
        30 * day,
        (entry) => !parts.demo.privateTokens.some(({ token }) => token === entry.token),
      ),
  ),
  'private-token-of-mfa-account-ends-after-five-years': permanent(
    'The private token of an account with a second factor works for five years.',
    (parts) => endAfter(parts, 5 * 365 * day, ({ username }) => hasSecondFactor(parts, username)),
  ),
  'private-token-beginning-is-enough': breaking(must('anonymous.unknown-private-token'))(
    'The first sixteen characters of a private token are enough for the list.',
    wrapping('privateTokens.find', (find, { demo }) => (text, call) => {
      const begun = demo.privateTokens.find(({ token }) => text.length >= 16 && token.startsWith(text))
      return find(text, call) ?? begun
    }),
  ),
  'private-token-unknown-answers-500': breaking(should('refusal.no-5xx'))(
    'An unknown private token ends in a server error.',
    failInsteadOfRejecting(({ operation, rawHeaders }) => {
      return operation === 'list' && rawHeaders.some((field) => /^Token /i.test(field))
    }),
  ),
}

function underBearer({ methods }: Parts, family: PathFamily | undefined): void {
  wrap(methods, 'bearer', (bearer) => (text, call) => {
    const here = family === undefined || call.family === family
    return bearer(text, call) ?? (here ? methods.token(text, call) : undefined)
  })
}

function reject({ privateTokens }: Parts, which: (entry: PrivateToken, call: Call) => boolean): void {
  wrap(privateTokens, 'find', (find) => (text, call) => {
    const entry = find(text, call)
    return entry && call && which(entry, call) ? undefined : entry
  })
}

function endAfter(parts: Parts, seconds: number, which: (entry: PrivateToken, call: Call) => boolean): void {
  const firstUses = new Map<string, number>()
  reject(parts, (entry, call) => {
    const firstUse = firstUses.get(entry.token) ?? parts.clock.now()
    firstUses.set(entry.token, firstUse)
    return which(entry, call) && parts.clock.now() - firstUse >= seconds * 1000
  })
}

const hasSecondFactor = ({ accounts }: Parts, username: string) => accounts.find(username)?.otp !== undefined
