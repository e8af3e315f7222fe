import type { PathFamily } from '../../common/choices.ts'
import { type Call, headerValues } from '../../common/call.ts'
import { type Defect, wrap } from '../change.ts'
import type { PrivateToken } from '../../domain/private-tokens.ts'
import type { Parts } from '../../server/parts.ts'
import { failInsteadOfRejecting } from '../shared/alter-answers.ts'
import { must, should } from '../shared/breach.ts'
import { onFamily } from '../shared/on-family.ts'
import { operatorTokenDefects } from './operator.ts'

const day = 86_400

/** Private tokens on the lists. */
const onLists: Defect[] = [
  {
    name: 'private-token-as-bearer',
    summary: 'A private token also works under the scheme word Bearer.',
    breaks: must('private-token.not-bearer'),
    apply: (parts) => underBearer(parts, undefined),
  },
  {
    name: 'private-token-as-bearer-on-newer-list',
    summary: 'The newer list also accepts a private token under the scheme word Bearer.',
    breaks: must('private-token.not-bearer'),
    apply: (parts) => underBearer(parts, 'v1'),
  },
  {
    name: 'private-token-as-bearer-in-lower-case-on-older-list',
    summary: 'The older list also accepts a private token under the scheme word bearer, in lower case.',
    breaks: must('private-token.not-bearer'),
    apply: onFamily('users-v1', ({ methods }) => {
      wrap(methods, 'bearer', (bearer) => (text, call) => {
        const isLower = headerValues(call, 'authorization')[0]?.startsWith('bearer ')
        return bearer(text, call) ?? (isLower ? methods.token(text, call) : undefined)
      })
    }),
  },
  {
    name: 'private-token-of-mfa-account-as-bearer',
    summary: 'The private token of an account with a second factor also works under the scheme word Bearer.',
    breaks: must('private-token.not-bearer'),
    apply({ methods }) {
      wrap(methods, 'bearer', (bearer) => (text, call) => {
        const user = bearer(text, call) ?? methods.token(text, call)
        return bearer(text, call) ?? (user?.otp ? user : undefined)
      })
    },
  },
  {
    name: 'private-token-refused-on-older-list',
    summary: 'The older list does not know the scheme word Token.',
    breaks: must('private-token.accepted'),
    blocks: [
      'anonymous.next-request',
      'anonymous.unknown-private-token',
      'private-token.created-by-operator',
      'private-token.existing-readable',
      'private-token.not-bearer',
      'private-token.permanent',
      'private-token.second-creation-fails',
      'private-token.second-creation-keeps',
      'private-token.spares-second-step',
      'users.json',
      'users.records',
      'users.same-list',
    ],
    apply: (parts) => refuse(parts, (_entry, call) => call.family === 'users-v1'),
  },
  {
    name: 'private-token-refused-on-newer-list',
    summary: 'The newer list does not know the scheme word Token.',
    breaks: must('private-token.accepted'),
    blocks: [
      'anonymous.next-request',
      'anonymous.unknown-private-token',
      'private-token.created-by-operator',
      'private-token.existing-readable',
      'private-token.not-bearer',
      'private-token.permanent',
      'private-token.second-creation-fails',
      'private-token.second-creation-keeps',
      'private-token.spares-second-step',
      'users.json',
      'users.records',
      'users.same-list',
    ],
    apply: (parts) => refuse(parts, (_entry, call) => call.family === 'v1'),
  },
  {
    name: 'private-token-of-mfa-account-refused',
    summary: 'The private token of an account with a second factor never works.',
    breaks: must('private-token.spares-second-step'),
    blocks: ['private-token.permanent', 'private-token.not-bearer'],
    apply: (parts) => refuse(parts, ({ username }) => hasSecondFactor(parts, username)),
  },
  {
    name: 'private-token-of-mfa-account-needs-login-on-newer-list',
    summary:
      'The newer list accepts the private token of an account with a second factor only within an hour of a second step.',
    breaks: must('private-token.spares-second-step'),
    blocks: ['private-token.permanent', 'private-token.not-bearer'],
    apply: (parts) =>
      refuse(parts, ({ username }, call) => {
        const alive = [...parts.tokens.records.values()].some((token) => {
          return token.username === username && !parts.tokens.isExpired(token, call)
        })
        return call.family === 'v1' && hasSecondFactor(parts, username) && !alive
      }),
  },
  {
    name: 'private-token-ends-after-a-day-on-older-list',
    summary: 'The older list accepts a private token for a day after its first use.',
    breaks: must('private-token.permanent'),
    apply: (parts) => endAfter(parts, 23 * 3600, (_entry, call) => call.family === 'users-v1'),
  },
  {
    name: 'private-token-ends-after-a-year',
    summary: 'A private token works for a year after its first use.',
    breaks: must('private-token.permanent'),
    apply: (parts) => endAfter(parts, 365 * day, () => true),
  },
  {
    name: 'private-token-ends-after-ten-years-on-newer-list',
    summary: 'The newer list accepts a private token for ten years after its first use.',
    breaks: must('private-token.permanent'),
    apply: (parts) => endAfter(parts, 3652 * day, (_entry, call) => call.family === 'v1'),
  },
  {
    name: 'private-token-of-mfa-account-ends-after-five-years',
    summary: 'The private token of an account with a second factor works for five years.',
    breaks: must('private-token.permanent'),
    apply: (parts) => endAfter(parts, 5 * 365 * day, ({ username }) => hasSecondFactor(parts, username)),
  },
  {
    name: 'private-token-beginning-is-enough',
    summary: 'The first sixteen characters of a private token are enough for the list.',
    breaks: must('anonymous.unknown-private-token'),
    apply({ demo, privateTokens }) {
      wrap(privateTokens, 'find', (find) => (text, call) => {
        const begun = demo.privateTokens.find(({ token }) => text.length >= 16 && token.startsWith(text))
        return find(text, call) ?? begun
      })
    },
  },
  {
    name: 'private-token-unknown-answers-500',
    summary: 'An unknown private token ends in a server error.',
    breaks: should('refusal.no-5xx'),
    apply: (parts) =>
      failInsteadOfRejecting(parts, ({ operation, rawHeaders }) => {
        return operation === 'list' && rawHeaders.some((field) => /^Token /i.test(field))
      }),
  },
]

/** Every defect of the private token. */
export const privateTokenDefects: Defect[] = [...onLists, ...operatorTokenDefects]

function underBearer({ methods }: Parts, family: PathFamily | undefined): void {
  wrap(methods, 'bearer', (bearer) => (text, call) => {
    const here = family === undefined || call.family === family
    return bearer(text, call) ?? (here ? methods.token(text, call) : undefined)
  })
}

function refuse({ privateTokens }: Parts, which: (entry: PrivateToken, call: Call) => boolean): void {
  wrap(privateTokens, 'find', (find) => (text, call) => {
    const entry = find(text, call)
    return entry && call && which(entry, call) ? undefined : entry
  })
}

function endAfter(parts: Parts, seconds: number, which: (entry: PrivateToken, call: Call) => boolean): void {
  const firstUses = new Map<string, number>()
  refuse(parts, (entry, call) => {
    const firstUse = firstUses.get(entry.token) ?? parts.clock.now()
    firstUses.set(entry.token, firstUse)
    return which(entry, call) && parts.clock.now() - firstUse >= seconds * 1000
  })
}

const hasSecondFactor = ({ accounts }: Parts, username: string) => accounts.find(username)?.otp !== undefined
