import { expect, test } from 'vitest'
import { ada, adasKey, dee } from '../../client/testing/accounts.ts'
import { createTestClient } from '../../client/testing/test-client.ts'
import type { DeclarationInput } from './declaration-schema.ts'

test('a list of names is known by the owner of a private token or of an access key', () => {
  const privateTokens = { plain: { username: 'dee', token: 'private token of dee' } }
  for (const [name, declared] of [
    [ada.username, { accounts: { plain: ada } }],
    [dee.username, { privateTokens }],
    [adasKey.username, { accessKeys: [adasKey] }],
  ] satisfies [string, DeclarationInput][]) {
    const { run } = createTestClient({}, { declared: { accounts: false, ...declared } })
    expect(run.lists.read('v1', ['eve'])).toBeUndefined()
    expect(run.lists.read('v1', ['eve', name])).toHaveLength(2)
  }
})
