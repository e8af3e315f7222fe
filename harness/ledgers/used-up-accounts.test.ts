import { expect, test } from 'vitest'
import { createFailedLogins, type FailedLogins } from './failed-logins.ts'

const wrong = (ledger: FailedLogins, owner: string) => ledger.attempt({ owner })('rejected')
const right = (ledger: FailedLogins, owner: string, ending: 'token' | 'rejected' = 'token', way = 'json') =>
  ledger.attempt({ owner, way: `${owner} ${way}` })(ending)

test('an account is used up if rejections took all its room, and nothing says that it is locked or misdeclared', () => {
  const ledger = createFailedLogins({ failedLogins: 25, failedLoginsPerAccount: 2 })
  right(ledger, 'ada')
  for (const rejected of [() => right(ledger, 'ada', 'rejected', 'web login'), () => wrong(ledger, 'ada')])
    for (let count = 0; count < 2; count++) {
      expect(ledger.isUsedUp('ada')).toBe(false)
      rejected()
      right(ledger, 'ada')
    }
  expect(ledger.isUsedUp('ada')).toBe(true)
  expect(() => wrong(ledger, 'ada')).toThrow(
    /no failed logins left .*; a rejected valid login or code, which came 2 times, counts too$/,
  )

  for (let count = 0; count < 3; count++) {
    right(ledger, 'dee')
    wrong(ledger, 'dee')
  }
  right(ledger, 'dee', 'rejected')
  for (let count = 0; count < 4; count++) {
    right(ledger, 'bob')
    ledger.attempt({ owner: 'bob', way: `bob step ${count}`, isCode: count === 0 || undefined })('rejected')
  }
  for (const owner of ['dee', 'bob']) {
    expect(ledger.ofAccount(owner)).toBe(4)
    expect(ledger.isUsedUp(owner)).toBe(false)
  }
})
