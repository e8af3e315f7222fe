import { expect, test } from 'vitest'
import { Skipped } from '../outcomes.ts'
import { createFailedLogins } from './failed-logins.ts'

const contract = { failedLogins: 25, failedLoginsPerAccount: 2 }
const plain = { owner: 'ada', way: 'ada json' }
const beside = { ...plain, besideHeaders: true } as const

test('a valid login rejected beside other headers says nothing about its account, and two are enough', () => {
  const ledger = createFailedLogins(contract)
  ledger.attempt(plain)('token')
  for (let count = 0; count < 2; count++) ledger.attempt(beside)('rejected')
  expect([ledger.total, ledger.ofAccount('ada'), ledger.rejectsAtOnce]).toEqual([2, 0, false])
  expect(() => ledger.attempt(beside)).toThrow(Skipped)
  ledger.attempt(plain)('token')
})

test('if failed logins are limited, valid logins beside other headers follow one another', async () => {
  const ledger = createFailedLogins(contract)
  for (let count = 0; count < 3; count++) ledger.attempt(plain)('token')
  const settle = ledger.attempt(beside)
  const room = ledger.untilRoom(beside)
  settle('token')
  await room
  expect(ledger.untilRoom(beside)).toBeUndefined()
  const none = createFailedLogins({ failedLogins: 0, failedLoginsPerAccount: 0 })
  none.attempt(beside)
  expect(none.untilRoom(beside)).toBeUndefined()
})
