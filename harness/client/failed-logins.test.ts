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
