import { expect, test } from 'vitest'
import { createMemoryCollection } from '../store/memory-collection.ts'
import { countingRandom, someAccount } from '../testing/fixture.ts'
import { type AccessKey, createAccessKeys } from './access-keys.ts'
import { type Account, createAccounts } from './accounts.ts'
import { createPrivateTokens, type PrivateToken } from './private-tokens.ts'

test('accounts: demo and added ones, by their very name', () => {
  const accounts = createAccounts(() => [someAccount], createMemoryCollection<Account>())
  expect(accounts.add({ ...someAccount, username: 'zoe' })).toBe(true)
  expect(accounts.find('zoe')?.username).toBe('zoe')
  expect(accounts.find('Zoe')).toBeUndefined()
  expect(accounts.find('__proto__')).toBeUndefined()
  expect(
    accounts
      .all()
      .map((account) => account.username)
      .sort(),
  ).toEqual(['mia', 'zoe'])
  expect(accounts.add({ ...someAccount, username: 'zoe' })).toBe(false)
  expect(accounts.add(someAccount)).toBe(false)
})

test('private tokens: one a user, and a failed creation changes nothing', () => {
  const demo = [{ username: 'mia', token: 'd'.repeat(40) }]
  const tokens = createPrivateTokens(() => demo, createMemoryCollection<PrivateToken>(), countingRandom())
  expect(tokens.create('mia')).toBeUndefined()
  expect(tokens.find('d'.repeat(40))?.username).toBe('mia')
  const made = tokens.create('zoe')
  expect(made?.token).toMatch(/^[0-9a-f]{40}$/)
  expect(tokens.create('zoe')).toBeUndefined()
  expect(tokens.ofUser('zoe')).toEqual(made)
  expect(tokens.find(made?.token ?? '')).toEqual(made)
  expect(tokens.find(made?.token.slice(1) ?? '')).toBeUndefined()
})

test('access keys: as many as wanted, by their very ID', () => {
  const none: AccessKey[] = []
  const keys = createAccessKeys(() => none, createMemoryCollection<AccessKey>(), countingRandom())
  const key = keys.create('mia')
  expect(key.keyId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(keys.find(key.keyId)).toEqual(key)
  expect(keys.find(key.keyId.toUpperCase() + 'X')).toBeUndefined()
  keys.create('mia')
  expect(keys.all()).toHaveLength(2)
})

/** Records known from the start that change, as after a switch of the server. */
function switched<T>(before: readonly T[], after: readonly T[]) {
  let now = before
  return { known: () => now, change: () => void (now = after) }
}

test('the accounts known from the start may change between calls', () => {
  const zoe = { ...someAccount, username: 'zoe' }
  const { known, change } = switched<Account>([someAccount], [zoe])
  const added = createMemoryCollection<Account>()
  const accounts = createAccounts(known, added)
  expect(accounts.all()).toEqual([someAccount])
  expect(accounts.all()).toEqual([someAccount])
  change()
  expect(accounts.find('mia')).toBeUndefined()
  expect(accounts.all()).toEqual([zoe])
  added.create('ann', { ...someAccount, username: 'ann' })
  expect(accounts.find('ann')?.username).toBe('ann')
  expect(accounts.all()).toHaveLength(2)
})

test('the private tokens known from the start may change between calls; an operator’s own replaces them', () => {
  const text = 'd'.repeat(40)
  const { known, change } = switched<PrivateToken>([], [{ username: 'mia', token: text }])
  const tokens = createPrivateTokens(known, createMemoryCollection<PrivateToken>(), countingRandom())
  expect(tokens.find(text)).toBeUndefined()
  change()
  expect(tokens.find(text)?.username).toBe('mia')
  const own = tokens.replace('mia')
  expect(tokens.find(text)).toBeUndefined()
  expect(tokens.find(own.token)).toEqual(own)
  expect(tokens.ofUser('mia')).toEqual(own)
})

test('the access keys known from the start may change between calls', () => {
  const key = { keyId: 'k', keySecret: 's', username: 'mia' }
  const { known, change } = switched<AccessKey>([], [key])
  const keys = createAccessKeys(known, createMemoryCollection<AccessKey>(), countingRandom())
  expect(keys.all()).toEqual([])
  change()
  expect(keys.find('k')).toEqual(key)
  const made = keys.create('zoe')
  expect(keys.all()).toEqual([key, made])
  expect(keys.find(made.keyId)).toEqual(made)
})
