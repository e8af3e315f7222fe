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
    shareCaller('v1', (call, { tokens }) => {
      const [, text = ''] = /^Bearer (.*)/.exec(headerValues(call, 'authorization')[0] ?? '') ?? []
      return text !== '' && !tokens.records.has(text)
    }),
  ),
}

/** Longer than it takes to read a request that was sent at the same moment. */
const momentMilliseconds = 25

/** How many accepted requests have to meet. */
const meeting = 3

/**
 * Lets in callers whose credentials are invalid if `which` says so, and if accepted ones arrive at the same moment. All of
 * those must show one private token: where cases run side by side, requests of all kinds meet, and any rule would seem broken.
 */
function shareCaller(family: PathFamily, which: (call: Call, parts: Parts) => boolean): Apply {
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
      const met = [...new Map([...before, ...present])]
      const accepted = met.filter(([, one]) => one)
      const shown = new Set(accepted.map(([one]) => headerValues(one, 'authorization').join()))
      const isRace = met.every(([one, its]) => (its ? methodOf(one) === 'token' : which(one, parts)))
      return isRace && shown.size === 1 && accepted.length >= meeting ? accepted[0]?.[1] : undefined
    }
  })
}
