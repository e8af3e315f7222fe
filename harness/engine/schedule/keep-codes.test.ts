import { expect, test } from 'vitest'
import { allAccounts } from '../../client/testing/accounts.ts'
import { createTestClient } from '../../client/testing/test-client.ts'
import { giveCodes, keepCodes } from './keep-codes.ts'
import type { Case } from '../case/registry.ts'

const pair: Pick<Case, 'id' | 'keepsCodes' | 'rejects'> = {
  id: 'a pair',
  keepsCodes: { mfaAccount: 2, mfaAccount2: 1 },
  rejects: { of: 'mfa', rank: 1 },
}

test.for([
  ['limited: one more, for the login that clears the count of the account', {}, [3, 1]],
  ['not limited', { failedLoginsPerAccount: 0, failedLogins: 0 }, [2, 1]],
] as const)('what is kept where failed logins are %s', ([, limits, kept]) => {
  const { run } = createTestClient({}, { declared: { accounts: allAccounts, limits }, movable: false })
  const { mfa, mfa2 } = run.declaration.accounts
  const left = () => [mfa, mfa2].map((account) => run.codes.stepsLeft(account || expect.fail()))
  const [ofFirst = 0, ofSecond = 0] = left()
  keepCodes(run, pair)
  expect(left()).toEqual([ofFirst - kept[0], ofSecond - kept[1]])
  const other = { id: 'another', keepsCodes: { mfaAccount: 1 } }
  keepCodes(run, other)
  expect(left()).toEqual([ofFirst - kept[0] - 1, ofSecond - kept[1]])
  // A case that runs again gives them once.
  giveCodes(run, pair)
  giveCodes(run, pair)
  expect(left()).toEqual([ofFirst - 1, ofSecond])
  giveCodes(run, other)
  expect(left()).toEqual([ofFirst, ofSecond])
})
