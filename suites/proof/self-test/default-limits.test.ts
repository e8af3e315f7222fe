import { expect, test } from 'vitest'
import { planSpending, type SpendingInput } from '../../../harness/engine/spending/plan-spending.ts'
import type { Need } from '../../../harness/engine/case/tools.ts'
import { cases } from '../../all.ts'

const account = (username: string) => ({ username, password: 'x', mayList: true })
const everything = {
  limits: { failedLogins: 25, failedLoginsPerAccount: 2 },
  accounts: { plain: account('ada'), plain2: account('dee'), mfa: account('bob'), mfa2: account('cyd') },
  session: { login: { url: '/login' } },
}

/** Returns the cases that fit the limits if these needs are not declared. */
function planned(
  absent: readonly Need[] = [],
  declaration: object = everything,
  login = { 'users-v1': true, v1: true },
): string[] {
  const input = {
    declaration: { furtherAccounts: {}, ...declaration },
    support: { login },
    failedLogins: { limited: true, total: 0, ofAccount: () => 0 },
    canRun: ({ needs }: { needs: readonly Need[] }) => !needs.some((need) => absent.includes(need)),
  }
  const all = [...cases.values()].filter(({ depth }) => depth === undefined)
  const spending = planSpending(all, input as unknown as SpendingInput)
  return all.filter((one) => spending.of(one).left > 0).map(({ id }) => id)
}

const password = 'mfa.wrong-password-no-challenge/on-v1'
const secondPassword = 'mfa.wrong-password-no-challenge/on-users-v1'
const shortened = 'mfa.wrong-code/a-valid-one-without-its-last-digit'
const constant = 'mfa.wrong-code/with-a-valid-seed'
const emptyCode = 'mfa.missing-field/with-an-empty-otp-code'
const userName = 'login.wrong-password/the-username'
const hourOld = 'mfa.old-code-refused/an-hour-old'

test('default limits have room for one wrong password of a second factor, and for an empty and a constant code', () => {
  const all = planned()
  expect(all).toEqual(
    expect.arrayContaining([password, emptyCode, `${constant}-of-another-account`, hourOld]),
  )
  expect(all).not.toContain(secondPassword)
  expect(all).not.toContain(shortened)
})

test('where no clock moves, a shortened code has the room of one of an hour ago', () => {
  const all = planned(['clock', 'farClock'])
  expect(all).toEqual(
    expect.arrayContaining([password, emptyCode, shortened, `${constant}-of-another-account`]),
  )
  expect(all).not.toContain(hourOld)
})

test('an only account with a second factor has room for a constant code', () => {
  const { mfa2: _, ...accounts } = everything.accounts
  const all = planned(['mfaAccount2'], { ...everything, accounts })
  expect(all).toEqual(expect.arrayContaining([password, emptyCode, constant]))
})

test('the username is tried as password in the room that is kept for the web login', () => {
  expect(planned()).toContain(userName)
  expect(planned([], { ...everything, session: undefined })).toContain(userName)
})

test('where only the older path family is there, its wrong password of a second factor has room', () => {
  const all = planned([], everything, { 'users-v1': true, v1: false })
  expect(all).toEqual(expect.arrayContaining([`${constant}-of-another-account`, secondPassword, emptyCode]))
  expect(all).not.toContain(constant)
})
