import { expect, test } from 'vitest'
import { orOtherKind } from './or-other-kind.ts'
import { allAccounts } from '../testing/accounts.ts'
import { createTestClient } from '../testing/test-client.ts'

const challenge = { code: 101, msg: 'go on', otp_url: '/otp', seed: 's' }
const token = { token: 'abc' }

const fresh = () => createTestClient({}, { declared: { accounts: allAccounts } }).run

test.for([
  ['ada', challenge, '; or ada has a second factor: declare it under accounts.mfa'],
  ['ada', token, ''],
  ['ada', { error: 'no' }, ''],
  ['bob', token, '; or bob has no second factor: declare it under accounts.plain'],
  ['bob', challenge, ''],
  ['nobody', token, ''],
  ['nobody', challenge, ''],
] as const)('an answer to %s, %j, hints at the other kind of account: %j', ([username, json, hint]) => {
  expect(orOtherKind(fresh(), { username, json })).toBe(hint)
})

test('nothing is said of an account that was answered as declared before', () => {
  const known = fresh()
  known.letIn.set('ada', { family: 'v1', encoding: 'json' })
  known.seeds.given('s', 'bob')
  expect(orOtherKind(known, { username: 'ada', json: challenge })).toBe('')
  expect(orOtherKind(known, { username: 'bob', json: token })).toBe('')
})
