import { expect, test } from 'vitest'
import { codeAccount } from './code-account.ts'
import { allAccounts, ada, bob, cyd } from './testing/accounts.ts'
import { createTestClient } from './testing/test-client.ts'

test('the codes of an account are made from its own secret', () => {
  const { run } = createTestClient({}, { declared: { accounts: allAccounts } })
  expect(codeAccount(run, bob)).toMatchObject({ otpSecret: bob.otpSecret, digits: 6, period: 30 })
  expect(codeAccount(run, cyd)).toMatchObject({ otpSecret: cyd.otpSecret })
})

test.for([{ accounts: allAccounts }, { accounts: { mfa: false as const } }, {}])(
  'an account without a second factor has none',
  (declared) => {
    const { run } = createTestClient({}, { declared })
    expect(() => codeAccount(run, ada)).toThrow('ada is declared without a second factor')
  },
)
