import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BudgetSpent, SetupFailed, Skipped } from '../outcomes.ts'
import type { Allowance } from './allowance.ts'
import { createFailedLogins, type FailedLogins } from './failed-logins.ts'

const contract = { failedLogins: 25, failedLoginsPerAccount: 2 }
const lifted = { failedLogins: 0, failedLoginsPerAccount: 0 }

function wrong(ledger: FailedLogins, owner?: string, allowance?: Allowance): void {
  ledger.attempt({ owner }, allowance)('rejected')
}
const right = (
  ledger: FailedLogins,
  owner: string,
  ending: 'token' | 'rejected' | 'unanswered' = 'token',
  way = 'json',
) => ledger.attempt({ owner, way: `${owner} ${way}` })(ending)
const allow = (left: number): Allowance => ({ left, by: 'properties', spent: () => new Skipped('limits') })

test('every rejection counts towards the limit of the run, whatever the request lacked', () => {
  const ledger = createFailedLogins(contract)
  for (let count = 0; count < 25; count++) wrong(ledger)
  expect(() => ledger.attempt({})).toThrow('the limit of 25 failed logins is reached')
})

test('requests under way count as rejected until they are answered', () => {
  const ledger = createFailedLogins({ ...contract, failedLogins: 1 })
  const settle = ledger.attempt({})
  expect(() => ledger.attempt({})).toThrow(BudgetSpent)
  settle('neither')
  expect(ledger.total).toBe(0)
  ledger.attempt({})
})

test('where only requests under way leave no room, it comes with their answers', async () => {
  const ledger = createFailedLogins(contract)
  const settle = ledger.attempt({ owner: 'ada' })
  const room = ledger.untilRoom({ owner: 'ada' })
  let isFree = false
  const waited = room?.then(() => (isFree = true))
  await Promise.resolve()
  expect(isFree).toBe(false)
  settle('neither')
  await waited
  expect(isFree).toBe(true)
  wrong(ledger, 'ada')
  // There is nothing to wait for any more, so the attempt is made and rejected.
  expect(ledger.untilRoom({ owner: 'ada' })).toBeUndefined()
})

test('where rejections are limited, cases log in one after another until a way worked', async () => {
  const ledger = createFailedLogins(contract)
  const valid = (by: string, owner = 'ada') => ({ owner, way: `${owner} json`, by })
  ledger.attempt(valid('a'))('token')
  const settle = ledger.attempt(valid('a'))
  const room = ledger.untilRoom(valid('b', 'dee'))
  expect(room).toBeInstanceOf(Promise)
  // A case that races with itself does not wait.
  expect(ledger.untilRoom(valid('a'))).toBeUndefined()
  settle('token')
  await room
  expect(ledger.untilRoom(valid('b', 'dee'))).toBeUndefined()
  const free = createFailedLogins(lifted)
  free.attempt(valid('a'))
  expect(free.untilRoom(valid('b'))).toBeUndefined()
})

describe('valid logins that worked before', () => {
  const valid = (by: string) => ({ owner: 'ada', way: 'ada json', by })
  /** Sends two at the same moment. */
  const pair = (ledger: FailedLogins, second: 'token' | 'rejected') => {
    const settle = ledger.attempt(valid('a'))
    expect(ledger.untilRoom(valid('b'))).toBeUndefined()
    ledger.attempt(valid('b'))(second)
    settle('token')
  }

  test('go out in pairs at first, then four at a time', () => {
    const ledger = createFailedLogins(contract)
    right(ledger, 'ada')
    pair(ledger, 'token')
    pair(ledger, 'token')
    for (const by of ['a', 'b', 'c', 'd']) {
      expect(ledger.untilRoom(valid(by))).toBeUndefined()
      ledger.attempt(valid(by))
    }
    expect(ledger.untilRoom(valid('e'))).toBeInstanceOf(Promise)
  })

  test('go out one at a time after one was rejected beside another', () => {
    const ledger = createFailedLogins(contract)
    right(ledger, 'ada')
    pair(ledger, 'rejected')
    ledger.attempt(valid('a'))
    expect(ledger.untilRoom(valid('b'))).toBeInstanceOf(Promise)
  })

  test('go out one at a time where there is no room for a rejection, beside an invalid one, and behind others that wait', () => {
    const full = createFailedLogins({ ...contract, failedLoginsPerAccount: 1 })
    right(full, 'ada')
    wrong(full, 'ada')
    full.attempt(valid('a'))
    expect(full.untilRoom(valid('b'))).toBeInstanceOf(Promise)

    const ledger = createFailedLogins(contract)
    right(ledger, 'ada')
    const settle = ledger.attempt({ by: 'a' })
    expect(ledger.untilRoom(valid('b'))).toBeInstanceOf(Promise)
    settle('rejected')
    ledger.attempt(valid('a'))
    // A case that causes rejections is not judged again.
    expect(ledger.untilRoom(valid('b'), allow(0))).toBeInstanceOf(Promise)
    expect(ledger.untilRoom(valid('b'), { ...allow(0), unused: true })).toBeInstanceOf(Promise)
  })

  test('go out beside others if their case causes no rejection, and neither does that of the others', () => {
    const ledger = createFailedLogins(contract)
    right(ledger, 'ada')
    const causesNone: Allowance = { ...allow(0), unused: true }
    const settle = ledger.attempt(valid('a'), causesNone)
    expect(ledger.untilRoom(valid('b'), causesNone)).toBeUndefined()
    expect(ledger.untilRoom(valid('b'), allow(1))).toBeInstanceOf(Promise)
    settle('token')
    ledger.attempt(valid('a'), allow(1))
    expect(ledger.untilRoom(valid('b'), causesNone)).toBeInstanceOf(Promise)
  })
})

test('a valid login that was rejected is known of its case', () => {
  const ledger = createFailedLogins(contract)
  ledger.attempt({ owner: 'ada', way: 'ada json', by: 'a' })('rejected')
  ledger.attempt({ by: 'b' })('rejected')
  expect(['a', 'b'].map((by) => ledger.hadValidRejected(by))).toEqual([true, false])
})

test('so is one that was rejected while another was pending', () => {
  const ledger = createFailedLogins(lifted)
  const pending = ledger.attempt({ owner: 'bob', way: 'bob json', by: 'b' })
  ledger.attempt({ owner: 'ada', way: 'ada json', by: 'a' })('rejected')
  pending('token')
  ledger.attempt({ owner: 'dee', way: 'dee json', by: 'c' })('rejected')
  expect(['a', 'b', 'c'].map((by) => ledger.hadRejectedAtOnce(by))).toEqual([true, false, false])
})

test('a rejection of an account is cleared by a valid login where another would be one too many in a row', () => {
  const ledger = createFailedLogins(contract)
  expect(ledger.needsClearing('bob')).toBe(false)
  right(ledger, 'bob')
  wrong(ledger, 'bob')
  expect(ledger.needsClearing('bob')).toBe(true)
  right(ledger, 'bob')
  expect(ledger.needsClearing('bob')).toBe(false)
  expect(createFailedLogins(lifted).needsClearing('bob')).toBe(false)
})

test('an account has four rejections in all, each with room for a valid login behind it', () => {
  const ledger = createFailedLogins(contract)
  right(ledger, 'ada')
  for (let count = 0; count < 4; count++) {
    wrong(ledger, 'ada')
    expect(() => ledger.attempt({ owner: 'ada' })).toThrow('ada has no failed logins left')
    right(ledger, 'ada')
  }
  expect(() => ledger.attempt({ owner: 'ada' })).toThrow(BudgetSpent)
  expect(ledger.ofAccount('ada')).toBe(4)
  right(ledger, 'ada')
  wrong(ledger, 'dee')
})

test('declared credentials of an account are tried twice, and no more until they were accepted', () => {
  const ledger = createFailedLogins(contract)
  right(ledger, 'ada', 'rejected')
  right(ledger, 'ada', 'rejected', 'form')
  expect(() => right(ledger, 'ada', 'rejected', 'another way')).toThrow(
    'the declared credentials of ada were rejected 2 times and never accepted, so this run no longer uses them. Run conformance doctor',
  )
  expect(ledger.wasAccepted('ada')).toBe(false)
})

test('an account that was rejected in two ways gets no wrong password either, where nothing is limited', () => {
  const ledger = createFailedLogins(lifted)
  right(ledger, 'ada', 'rejected')
  wrong(ledger, 'ada')
  right(ledger, 'ada', 'rejected', 'form')
  expect(() => ledger.attempt({ owner: 'ada' })).toThrow('the declared credentials of ada were rejected')
  wrong(ledger, 'dee')
})

for (const [kind, limits] of [
  ['as by default', contract],
  ['lifted', lifted],
] as const)
  test(`codes of which none was accepted are tried twice, and no more, with limits ${kind}`, () => {
    const ledger = createFailedLogins(limits)
    const code = { owner: 'bob', way: 'bob second step, json to /otp/', isCode: true } as const
    right(ledger, 'bob')
    for (let count = 0; count < 2; count++) ledger.attempt(code)('rejected')
    for (const more of [code, { owner: 'bob', isCode: true } as const])
      expect(() => ledger.attempt(more)).toThrow(
        '2 valid codes of bob were rejected and none was ever accepted',
      )
    right(ledger, 'bob')

    const once = createFailedLogins(limits)
    once.attempt(code)('token')
    for (let count = 0; count < 2; count++) once.attempt(code)('rejected')
    expect(once.codesRejected('bob')).toBe(2)
    if (limits === lifted) once.attempt(code)('rejected')
  })

test('where a code was rejected and none accepted, the limit is said with what may be the reason', () => {
  const ledger = createFailedLogins(contract)
  right(ledger, 'bob')
  ledger.attempt({ owner: 'bob', way: 'bob second step, json to /otp/', isCode: true })('rejected')
  expect(() => ledger.attempt({ owner: 'bob' })).toThrow(
    'limits.failedLoginsPerAccount is 2); no code of bob was accepted so far, so its otpSecret may be wrong',
  )
})

test('codes that got no answer say nothing of the secret', () => {
  const ledger = createFailedLogins(contract)
  const code = { owner: 'bob', way: 'bob second step, json to /otp/', isCode: true } as const
  right(ledger, 'bob')
  for (let count = 0; count < 2; count++) ledger.attempt(code)('unanswered')
  expect(() => ledger.attempt(code)).toThrow(/came 2 times, counts as a failed one$/)
})

test('a way that was closed takes room, one that was not does not', () => {
  const ledger = createFailedLogins({ ...contract, failedLogins: 2 })
  right(ledger, 'ada')
  right(ledger, 'ada', 'rejected', 'form')
  wrong(ledger)
  expect(() => right(ledger, 'ada', 'token', 'form')).toThrow(BudgetSpent)
  right(ledger, 'ada')
  expect(ledger.total).toBe(2)
})

test('a way that was never seen to work takes room, until it worked for anyone', () => {
  const ledger = createFailedLogins(contract)
  for (const name of ['ada', 'dee']) right(ledger, name)
  for (let count = 0; count < 4; count++) {
    wrong(ledger, 'ada')
    right(ledger, 'ada')
  }
  expect(() => right(ledger, 'ada', 'rejected', 'form')).toThrow('ada has no failed logins left')
  right(ledger, 'dee', 'token', 'form')
  right(ledger, 'ada', 'token', 'form')
  right(ledger, 'dee', 'rejected', 'form')
  expect(() => right(ledger, 'ada', 'rejected', 'other form')).toThrow(BudgetSpent)
  expect(ledger.ofAccount('ada')).toBe(4)
})

test('whatever a server rejects, the limits are passed at most once, by a login that always worked', () => {
  const attempts = fc.record({
    owner: fc.constantFrom('ada', 'dee', 'bob', undefined),
    way: fc.constantFrom('json', 'form', undefined),
    isRejected: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(attempts, { minLength: 50, maxLength: 300 }), (all) => {
      const ledger = createFailedLogins({ ...contract, failedLogins: 9 })
      for (const { owner, way, isRejected } of all) {
        const right = owner === undefined || way === undefined ? {} : { way: `${owner} ${way}` }
        try {
          ledger.attempt({ owner, ...right })(isRejected ? 'rejected' : 'token')
        } catch (error) {
          if (!(error instanceof SetupFailed)) throw error
        }
      }
      expect(ledger.total).toBeLessThanOrEqual(10)
      for (const name of ['ada', 'dee', 'bob']) expect(ledger.ofAccount(name)).toBeLessThanOrEqual(5)
    }),
  )
})

test('the last rejection of the run is not spent twice on ways that were never seen to work', () => {
  const ledger = createFailedLogins({ ...contract, failedLogins: 2 })
  for (const name of ['ada', 'dee']) right(ledger, name)
  wrong(ledger)
  const settle = ledger.attempt({ owner: 'ada', way: 'ada form' })
  expect(() => right(ledger, 'dee', 'rejected', 'form')).toThrow(BudgetSpent)
  settle('rejected')
  expect(ledger.total).toBe(2)
})

test('a challenge is an acceptance, and clears no count', () => {
  const ledger = createFailedLogins(contract)
  ledger.attempt({ owner: 'bob', way: 'bob json' })('challenge')
  wrong(ledger, 'bob')
  ledger.attempt({ owner: 'bob', way: 'bob json' })('challenge')
  expect(ledger.wasAccepted('bob')).toBe(true)
  expect(() => ledger.attempt({ owner: 'bob' })).toThrow('bob has no failed logins left')
})

test('a case causes what it is allowed; what was not rejected is given back', () => {
  const ledger = createFailedLogins(contract)
  const allowance = allow(1)
  ledger.attempt({}, allowance)('challenge')
  wrong(ledger, undefined, allowance)
  expect(() => ledger.attempt({}, allowance)).toThrow(Skipped)
  expect(ledger.causedBy).toEqual({ 'scenario cases': 0, observations: 0, properties: 1 })
  right(ledger, 'ada')
})

test('a limit of 0 limits nothing, for the run as for an account', () => {
  const noneOfRun = createFailedLogins({ ...contract, failedLogins: 0 })
  for (let count = 0; count < 99; count++) wrong(noneOfRun)
  wrong(noneOfRun, 'ada')
  expect(() => wrong(noneOfRun, 'ada')).toThrow(SetupFailed)
  const none = createFailedLogins(lifted)
  for (let count = 0; count < 99; count++) wrong(none, 'ada', allow(0))
  expect([none.total, none.limited, noneOfRun.limited]).toEqual([99, false, true])
})

test('a barred account, and no other, gets no invalid login until a valid one is accepted', () => {
  const ledger = createFailedLogins({ failedLoginsPerAccount: 2, failedLogins: 25 })
  ledger.bar('ada', 'ada seems to be locked out')
  expect(() => ledger.attempt({ owner: 'ada' })).toThrow(new SetupFailed('ada seems to be locked out'))
  wrong(ledger, 'dee')
  right(ledger, 'ada')
  wrong(ledger, 'ada')
})

test('where failed logins are not limited nobody is barred', () => {
  const ledger = createFailedLogins(lifted)
  ledger.bar('ada', 'ada seems to be locked out')
  wrong(ledger, 'ada')
})

test('a second step that was accepted once stays one that was, whatever is rejected later', () => {
  const ledger = createFailedLogins({ failedLogins: 25, failedLoginsPerAccount: 2 })
  const second = { owner: 'bob', way: 'bob second step, json to /otp/', isCode: true } as const
  expect(ledger.hadSecondStep('bob')).toBe(false)
  ledger.attempt(second)('token')
  ledger.attempt(second)('rejected')
  expect(ledger.hadSecondStep('bob')).toBe(true)
})

test('an account whose last second step was accepted is known to be, whatever password is rejected later', () => {
  const ledger = createFailedLogins(lifted)
  const second = { owner: 'bob', way: 'bob second step, json to /otp/', isCode: true } as const
  right(ledger, 'bob')
  expect(ledger.codeAccepted('bob')).toBe(false)
  ledger.attempt(second)('token')
  ledger.attempt({ owner: 'bob' })('rejected')
  expect(ledger.codeAccepted('bob')).toBe(true)
  ledger.attempt({ owner: 'bob', isCode: true })('rejected')
  expect(ledger.codeAccepted('bob')).toBe(false)
  ledger.attempt(second)('token')
  expect(ledger.codeAccepted('bob')).toBe(true)
})

test('a login without an answer counts, but is no rejection: nothing says that the account is locked or misdeclared', () => {
  const ledger = createFailedLogins(contract)
  right(ledger, 'ada')
  wrong(ledger, 'ada')
  right(ledger, 'ada', 'unanswered')
  expect(ledger.total).toBe(2)
  expect(() => ledger.attempt({ owner: 'ada' })).toThrow(
    'the account ada has no failed logins left (limits.failedLoginsPerAccount is 2); a login without an answer, which came once, counts as a failed one',
  )
  right(ledger, 'bob', 'unanswered')
  right(ledger, 'bob', 'unanswered', 'form')
  expect(() => right(ledger, 'bob', 'token', 'another way')).toThrow(
    'no login of bob was ever answered, so this run no longer uses the account. If the server is slow, raise limits.timeoutMs',
  )
})

test('after a login without an answer, valid ones are sent, and the first that is accepted clears the count', () => {
  const ledger = createFailedLogins(contract)
  right(ledger, 'ada')
  wrong(ledger, 'ada')
  for (const ending of ['unanswered', 'token'] as const) right(ledger, 'ada', ending)
  ledger.attempt({ owner: 'ada' })('neither')
  // A server that answers none of them gets no more of them in a row than it may reject, and one.
  for (let count = 0; count < 3; count++) right(ledger, 'ada', 'unanswered')
  expect(() => right(ledger, 'ada')).toThrow('came 4 times')
})

test('a rejection beside another attempt counts, but says nothing of the next one', () => {
  const ledger = createFailedLogins(contract)
  right(ledger, 'ada')
  const first = ledger.attempt({ owner: 'ada', way: 'ada json' })
  const second = ledger.attempt({ owner: 'ada', way: 'ada json' })
  expect(ledger.rejectsAtOnce).toBe(false)
  second('rejected')
  first('token')
  expect(ledger.rejectsAtOnce).toBe(true)
  for (let count = 0; count < 3; count++) {
    wrong(ledger, 'ada')
    right(ledger, 'ada')
  }
  // All four rejections of the account are spent. A login that works on its own still needs no room.
  expect(ledger.ofAccount('ada')).toBe(4)
  right(ledger, 'ada')
  right(ledger, 'ada', 'rejected')
  expect(() => right(ledger, 'ada')).toThrow(BudgetSpent)
})
