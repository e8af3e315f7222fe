import type { PathFamily } from '../../common/choices.ts'
import { setTimeout } from 'node:timers/promises'
import { type Call, headerValues } from '../../common/call.ts'
import { type Apply, type Defect, wrappingOn } from '../change.ts'
import type { Account } from '../../domain/accounts.ts'
import type { Parts } from '../../server/parts.ts'
import { breaking, must } from '../shared/breach.ts'
import { methodOf } from '../shared/method-of.ts'

/** Lists whose caller is visible to other requests at the same moment. */
export const listRaceDefects: Record<string, Defect> = {
  'caller-of-another-at-once-on-older-list': breaking(must('anonymous.no-credentials'))(
    'On the older list, a request without credentials gets the caller of others that arrive at the same moment.',
    shareCaller('users-v1', (call) => methodOf(call) === undefined),
  ),
  'caller-of-another-at-once-on-newer-list': breaking(must('anonymous.unknown-token'))(
    'On the newer list, a request with an unknown token gets the caller of others that arrive at the same moment.',
    shareCaller('v1', isUnknownToken),
  ),
  'checked-token-of-another-at-once-on-older-list': breaking(must('anonymous.unknown-token'))(
    'On the older list, a request with an unknown token gets the caller of valid tokens that arrive at the same moment.',
    shareCaller('users-v1', isUnknownToken, { method: 'bearer' }),
  ),
  'private-token-of-another-at-once-on-older-list': breaking(must('anonymous.unknown-private-token'))(
    'On the older list, an unknown private token opens it while valid ones arrive at the same moment.',
    shareCaller('users-v1', (call) => methodOf(call) === 'token'),
  ),
  'session-of-another-at-once-on-older-list': breaking(must('anonymous.unknown-session'))(
    'On the older list, an unknown session cookie opens it while valid ones arrive at the same moment.',
    shareCaller('users-v1', (call) => methodOf(call) === 'session', { method: 'session' }),
  ),
  'key-secret-of-another-at-once-on-older-list': breaking(must('signature.other-keys-signature'))(
    'On the older list, an invalid signature opens it while valid ones of another key arrive at the same moment.',
    shareCaller('users-v1', (call) => methodOf(call) === 'signature', {
      method: 'signature',
      counts: (valid, invalid) => shownBy(valid) !== shownBy(invalid),
    }),
  ),
  'expiry-of-another-token-at-once-on-older-list': breaking(must('token.void-after-hour'))(
    'On the older list, a void token opens it while valid ones of another user arrive at the same moment.',
    shareCaller('users-v1', isKnownToken, { method: 'bearer', besideAny: true }),
  ),
}

/** Longer than it takes to read a request that was sent at the same moment. */
const momentMilliseconds = 25

/** How many accepted requests have to meet. */
const meeting = 3

type Which = (call: Call, parts: Parts) => boolean

interface Sharing {
  /** How accepted requests show who they come from. */
  method?: ReturnType<typeof methodOf>
  /** Whether an accepted request counts; by default, each does. */
  counts?: (valid: Call, invalid: Call) => boolean
  /** Whether requests of other kinds may arrive at the same moment. */
  besideAny?: boolean
}

/**
 * Lets in callers whose credentials are invalid if `which` says so, and if accepted ones arrive at the same moment. All of
 * those must show the same: where cases run side by side, requests of all kinds meet, and any rule would seem broken.
 */
function shareCaller(
  family: PathFamily,
  which: Which,
  { method = 'token', counts = () => true, besideAny = false }: Sharing = {},
): Apply {
  return wrappingOn(family, 'authenticate', (of, parts) => {
    const present = new Map<Call, Account | undefined>()
    let lastAt = 0
    return async (call) => {
      const account = await of(call)
      // Requests before and after a jump of the clock are years apart, however fast they follow one another.
      if (parts.clock.now() - lastAt > 1000) present.clear()
      lastAt = parts.clock.now()
      present.set(call, account)
      const passed = setTimeout(momentMilliseconds)
      void passed.then(() => present.delete(call))
      if (account || !which(call, parts)) return account
      const before = [...present]
      await setTimeout(momentMilliseconds / 2)
      const isOne = ([one, its]: [Call, Account | undefined]) =>
        its ? methodOf(one) === method && counts(one, call) : which(one, parts)
      const all = [...new Map([...before, ...present])]
      const met = besideAny ? all.filter(isOne) : all
      const accepted = met.filter(([, one]) => one)
      const shown = new Set(accepted.map(([one]) => shownBy(one)))
      return met.every(isOne) && shown.size === 1 && accepted.length >= meeting ? accepted[0]?.[1] : undefined
    }
  })
}

/** A token, a private token, a key ID or cookies. */
function shownBy(call: Call): string {
  const shown = headerValues(call, methodOf(call) === 'session' ? 'cookie' : 'authorization').join()
  return /keyId="([^"]*)"/.exec(shown)?.[1] ?? shown
}

const tokenOf = (call: Call): string =>
  /^Bearer (.*)/.exec(headerValues(call, 'authorization')[0] ?? '')?.[1] ?? ''

function isUnknownToken(call: Call, { tokens }: Parts): boolean {
  const text = tokenOf(call)
  return text !== '' && !tokens.records.has(text)
}

function isKnownToken(call: Call, { tokens }: Parts): boolean {
  return tokens.records.has(tokenOf(call))
}
