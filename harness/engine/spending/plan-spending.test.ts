import { expect, test } from 'vitest'
import { planSpending, type SpendingInput } from './plan-spending.ts'
import type { Rejection } from '../case/rejection.ts'
import type { Case } from '../case/registry.ts'

const one = (id: string, rejects?: Rejection, requirement = 'the only rule') =>
  ({ id, requirement, phase: 'plain', ...(rejects ? { rejects } : {}) }) as Case
const account = (username: string) => ({ username, password: 'x', mayList: true })

function plan(
  cases: Case[],
  {
    limits = {},
    spent = 0,
    ...more
  }: { limits?: object; spent?: number; declaration?: object; failedLogins?: object } = {},
) {
  const { declaration = {}, ...rest } = more
  const input = {
    declaration: {
      limits: { failedLogins: 25, failedLoginsPerAccount: 2, ...limits },
      accounts: { plain: account('ada'), plain2: account('dee') },
      furtherAccounts: {},
      ...declaration,
    },
    support: { login: { 'users-v1': true, v1: false } },
    failedLogins: { limited: true, total: spent, ofAccount: () => 0, isUsedUp: () => false },
    canRun: () => true,
    ...rest,
  }
  const spending = planSpending(cases, input as unknown as SpendingInput)
  return {
    spending,
    /** Begins all cases; returns those that are skipped. */
    get skipped() {
      return cases.filter((each) => spending.begin(each)).map(({ id }) => id)
    },
  }
}

const strangers = (count: number) =>
  Array.from({ length: count }, (_, at) => one(`s${at}`, { of: 'nobody', rank: 2 }))

test('the likeliest faults come first, whatever stands first', () => {
  const { skipped } = plan([...strangers(23), one('likely', { of: 'nobody', rank: 1 })])
  expect(skipped).toEqual(['s22'])
})

test('an account has four, of which the web login keeps one', () => {
  const five = Array.from({ length: 5 }, (_, at) => one(`a${at}`, { of: 'plain', rank: 1 }))
  const { skipped, spending } = plan(five)
  expect(skipped).toEqual(['a4'])
  expect(spending.begin(five[4]!)).toContain('limits.failedLoginsPerAccount')
  const session = { login: { url: '/login' } }
  const declaration = {
    limits: { failedLogins: 25, failedLoginsPerAccount: 2 },
    accounts: { plain: account('ada') },
    session,
  }
  expect(plan(five, { declaration }).skipped).toEqual(['a3', 'a4'])
})

test('what finds no room on an account takes the next one of its kind', () => {
  const declaration = { furtherAccounts: { plain: [account('eve')] } }
  const nine = Array.from({ length: 9 }, (_, at) => one(`a${at}`, { of: 'plain', rank: 1 }))
  const { skipped, spending } = plan(nine, { declaration })
  expect(skipped).toEqual(['a8'])
  expect(nine.map((each) => spending.accounts(each))).toEqual([
    ...Array.from({ length: 4 }, () => ({})),
    ...Array.from({ length: 4 }, () => ({ plain: account('eve') })),
    {},
  ])
})

test('what runs on another account runs on the only one where there is no other', () => {
  const declaration = {
    limits: { failedLogins: 0, failedLoginsPerAccount: 1 },
    accounts: { plain: account('ada') },
  }
  const cases = ['plain', 'other', 'other'].map((of, at) => one(`c${at}`, { of, rank: at } as Rejection))
  expect(plan(cases, { declaration }).skipped).toEqual(['c2'])
})

test('what can send nothing takes nothing, and is not skipped', () => {
  const absent = one('absent', { of: 'nobody', rank: 1, family: 'v1' })
  const undeclared = one('undeclared', { of: 'nobody', rank: 1, undeclared: true })
  const { skipped, spending } = plan([absent, undeclared, ...strangers(23)])
  expect(skipped).toEqual([])
  expect([absent, undeclared].map((each) => spending.of(each).left)).toEqual([0, 0])
})

test('where no account without a second factor is declared, a made-up one is sent', () => {
  const undeclared = one('undeclared', { of: 'nobody', rank: 1, undeclared: true })
  const declaration = {
    limits: { failedLogins: 25, failedLoginsPerAccount: 2 },
    accounts: { mfa: account('bob') },
  }
  expect(plan([undeclared], { declaration }).spending.of(undeclared).left).toBe(1)
})

test('observations get four of what is left, properties the rest, each half of it', () => {
  const property = (id: string, of: Rejection['of']) => one(id, { of, rank: 9, property: true })
  const properties = [property('p1', 'nobody'), property('p2', 'nobody'), property('p3', 'plain')]
  const { spending } = plan([...properties, ...strangers(10)])
  expect(spending.observations.left).toBe(4)
  expect(properties.map((each) => spending.of(each).left)).toEqual([5, 2, 0])
  expect(plan(strangers(22)).spending.observations.left).toBe(1)
})

test('what the first look cost is gone', () => {
  expect(plan(strangers(22), { spent: 2 }).skipped).toEqual(['s21'])
})

test('a case that declares nothing may cause nothing, unless nothing is limited', () => {
  const { spending } = plan([])
  expect(spending.of({ id: 'x' }).left).toBe(0)
  const failedLogins = { limited: false, total: 0, ofAccount: () => 0 }
  expect(plan([], { failedLogins }).spending.of({ id: 'x' }).left).toBe(Infinity)
})

test('what most servers accept is tried instead of the least likely fault that comes later', () => {
  const ada = (id: string, rank: number, more: object = {}) => one(id, { of: 'plain', rank, ...more })
  const hopeful = ada('hopeful', 2, { hopeful: true })
  const cases = [ada('earlier', 4), hopeful, ada('a', 1), ada('b', 3), ada('c', 2)]
  const { spending, skipped } = plan(cases)
  expect(skipped).toEqual([])
  const allowance = spending.of(hopeful)
  // The case's valid requests ask too, because they may be rejected.
  expect(allowance).toMatchObject({ left: 1, cautious: true })

  // The request was rejected.
  allowance.left--
  expect(cases.filter((each) => spending.begin(each)).map(({ id }) => id)).toEqual(['b'])
})

test('rather than leave a rule without a case, a likelier fault gives way', () => {
  const ada = (id: string, rank: number, rule: string, more: object = {}) =>
    one(id, { of: 'plain', rank, ...more }, rule)
  const hopeful = ada('hopeful', 2, 'x', { hopeful: true })
  const again = ada('again', 3, 'x', { hopeful: true })
  const cases = [hopeful, again, ada('a', 1, 'x'), ada('b', 1, 'x'), ada('c', 1, 'y'), ada('d', 2, 'z')]
  const planned = plan(cases)
  for (const each of [hopeful, again]) {
    expect(planned.spending.begin(each)).toBeUndefined()
    planned.spending.of(each).left--
  }
  // The first leaves one case to each rule, the second can't.
  expect(planned.skipped).toEqual(['b', 'd'])
  const other = plan(cases)
  for (const each of [hopeful, again]) other.spending.begin(each)
  // If the first was accepted, no case gave way to it.
  other.spending.of(again).left--
  expect(other.skipped).toEqual(['b'])
})

test('a request that was rejected on one path family is not sent to the other', () => {
  const hopeful = one('hopeful', { of: 'plain', rank: 1, hopeful: true })
  const other = one('other', { of: 'plain', rank: 1, hopeful: true, alike: 'hopeful' })
  const { spending } = plan([hopeful, other])
  expect([spending.begin(hopeful), spending.begin(other)]).toEqual([undefined, undefined])
  spending.of(hopeful).left--
  expect(spending.begin(other)).toContain('on the other path family')
})

test('later is what has not begun, wherever it is defined', () => {
  const hopeful = one('hopeful', { of: 'plain', rank: 1, hopeful: true })
  const three = ['a', 'b', 'c'].map((id) => one(id, { of: 'plain', rank: 1 }))
  const late = one('late', { of: 'plain', rank: 1 })
  const { spending } = plan([late, hopeful, ...three])
  for (const each of [...three, hopeful]) expect(spending.begin(each)).toBeUndefined()
  spending.of(hopeful).left--
  expect(spending.begin(late)).toContain('most accept')
})

test('what most servers accept is skipped where nothing later could give way', () => {
  const hopeful = one('hopeful', { of: 'plain', rank: 1, hopeful: true })
  const four = Array.from({ length: 4 }, (_, at) => one(`a${at}`, { of: 'plain', rank: 2 }))
  expect(plan([...four, hopeful]).skipped).toEqual(['hopeful'])
  expect(plan([hopeful, ...four.slice(1)]).skipped).toEqual([])
})

test('a late case takes what is kept for valid logins, unless one was rejected', () => {
  const late = one('late', { of: 'plain', rank: 3, fromReserve: true })
  const declaration = {
    limits: { failedLogins: 25, failedLoginsPerAccount: 2 },
    accounts: { plain: account('ada') },
    session: { login: { url: '/login' } },
  }
  const three = Array.from({ length: 3 }, (_, at) => one(`a${at}`, { of: 'plain', rank: 1 }))
  const cases = [...three, ...strangers(20), late]
  const spent = {
    limited: true,
    total: 0,
    ofAccount: () => 0,
    isUsedUp: (name: string) => name === spent.full,
    full: '',
  }
  const { spending, skipped } = plan(cases, { declaration, failedLogins: spent })
  expect(skipped).toEqual([])

  spent.total = 23
  expect(spending.begin(late)).toBeUndefined()
  spent.total = 24
  expect(spending.begin(late)).toContain('used up the failed logins kept for this case')
  expect(spending.begin(three[2]!)).toBeUndefined()
  Object.assign(spent, { total: 23, full: 'ada' })
  expect(spending.begin(late)).toContain('used up the failed logins kept for this case')
  expect(spending.begin(three[2]!)).toContain('used up the failed logins kept for this case')
})

test('a case gives way that has lost the room of the account that takes the place of its first one', () => {
  const declaration = { furtherAccounts: { plain: [account('eve')] } }
  const five = Array.from({ length: 5 }, (_, at) => one(`a${at}`, { of: 'plain', rank: 1 }))
  const failedLogins = {
    limited: true,
    total: 0,
    ofAccount: () => 0,
    isUsedUp: (name: string) => name === 'eve',
  }
  expect(plan(five, { declaration, failedLogins }).skipped).toEqual(['a4'])
})

test('what another case tries with another account comes last', () => {
  const cases = [
    one('twice', { of: 'nobody', rank: 1, repeats: 'once' }),
    one('once', { of: 'nobody', rank: 2 }),
    ...strangers(22),
  ]
  expect(plan(cases).skipped).toEqual(['twice'])
  expect(plan(cases.filter(({ id }) => id !== 'once')).skipped).toEqual([])
})
