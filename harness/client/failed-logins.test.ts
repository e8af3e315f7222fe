import { expect, test } from 'vitest'
import { SetupFailed } from '../verdicts/outcomes.ts'
import { createFailedLogins, type FailedLogins } from './failed-logins.ts'

const contract = { failedLogins: 25, failedLoginsPerAccount: 2 }

function spend(ledger: FailedLogins, times: number, username?: string): void {
  for (let time = 0; time < times; time++) {
    ledger.ask(username)
    ledger.refused(username)
  }
}

test('the whole run has its budget', () => {
  const ledger = createFailedLogins(contract)
  spend(ledger, 25)
  expect(() => ledger.ask(undefined)).toThrow(SetupFailed)
  expect(ledger.left).toBe(0)
})

test('an account has two refusals in a row, and four in all', () => {
  const ledger = createFailedLogins(contract)
  spend(ledger, 2, 'ada')
  expect(() => ledger.ask('ada')).toThrow('ada has no failed logins left')
  ledger.granted('ada')
  spend(ledger, 2, 'ada')
  ledger.granted('ada')
  expect(() => ledger.ask('ada')).toThrow(SetupFailed)
  ledger.ask('dee')
})

test('properties share five, each at most half of what is left, and leave sixteen to the scenarios', () => {
  const ledger = createFailedLogins(contract)
  const given: number[] = []
  for (let share = ledger.share('properties', 100, false); share.left > 0;) {
    given.push(share.left)
    spend(share, share.left)
    share = ledger.share('properties', 100, false)
  }
  expect(given).toEqual([3, 1, 1])
  expect(() => ledger.share('properties', 100, false).ask(undefined)).toThrow('share of failed logins')
  spend(ledger, 16 + 4)
})

test('observations share four', () => {
  const ledger = createFailedLogins(contract)
  spend(ledger.share('observations', 100, false), 2)
  spend(ledger.share('observations', 100, false), 1)
  expect(ledger.share('observations', 100, false).left).toBe(1)
})

test('the fewer failed logins, the fewer beside the scenarios, which keep their sixteen', () => {
  const left = (failedLogins: number) => {
    const ledger = createFailedLogins({ ...contract, failedLogins })
    return [ledger.share('observations', 100, false).left, ledger.share('properties', 100, false).left]
  }
  expect(left(25)).toEqual([2, 3])
  expect(left(21)).toEqual([2, 1])
  expect(left(18)).toEqual([1, 0])
  expect(left(16)).toEqual([0, 0])
  expect(left(5)).toEqual([0, 0])
})

test('a share grants what is wanted at the most, and has less with each one asked for', () => {
  const share = createFailedLogins(contract).share('properties', 2, false)
  expect(share.left).toBe(2)
  share.ask(undefined)
  expect(share.left).toBe(1)
  expect(share.limited).toBe(true)
})

test('what caused a refusal is booked', () => {
  const ledger = createFailedLogins(contract)
  const share = ledger.share('observations', 9, false)
  spend(ledger, 2)
  spend(share, 1)
  ledger.refused(undefined, 'properties')
  expect(ledger.causedBy).toEqual({ 'scenario cases': 2, observations: 1, properties: 1 })
  expect([ledger.total, share.total]).toEqual([4, 4])
})

test('no limit is none, of the run as of an account', () => {
  const noneOfRun = createFailedLogins({ failedLogins: 0, failedLoginsPerAccount: 2 })
  spend(noneOfRun, 99)
  expect(() => spend(noneOfRun, 3, 'ada')).toThrow('ada has no failed logins left')
  const noneOfAccounts = createFailedLogins({ failedLogins: 25, failedLoginsPerAccount: 0 })
  spend(noneOfAccounts, 24, 'ada')
  expect(noneOfAccounts.left).toBe(1)
})

test('an account that was barred is left alone, and it alone', () => {
  const ledger = createFailedLogins({ failedLogins: 0, failedLoginsPerAccount: 0 })
  ledger.bar('ada', 'ada seems to be locked out')
  expect(() => ledger.ask('ada')).toThrow(new SetupFailed('ada seems to be locked out'))
  ledger.ask('dee')
  ledger.ask(undefined)
})

test('asking counts, also before the answer has come', () => {
  const share = createFailedLogins(contract).share('properties', 2, false)
  share.ask(undefined)
  share.ask(undefined)
  expect(() => share.ask(undefined)).toThrow(SetupFailed)
})

test('nothing for declared accounts where these are limited, everything where nothing is', () => {
  expect(createFailedLogins(contract).share('properties', 9, true).left).toBe(0)
  const lifted = createFailedLogins({ failedLogins: 0, failedLoginsPerAccount: 0 })
  expect(lifted.share('properties', 9, true).left).toBe(Infinity)
})
