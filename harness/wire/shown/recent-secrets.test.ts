import { expect, test } from 'vitest'
import { createRecentSecrets } from './recent-secrets.ts'

test('the last two thousand are known, however many there were', () => {
  const recent = createRecentSecrets()
  for (let index = 0; index < 10_000; index++) recent.add(`token-${index}`, 'a token')
  const all = recent.all()
  expect(all).toHaveLength(2000)
  expect(all.at(0)).toEqual({ value: 'token-8000', label: 'a token' })
  expect(all.at(-1)).toEqual({ value: 'token-9999', label: 'a token' })
})

test('one that is learned again is the last again, and one of a whole page is none', () => {
  const recent = createRecentSecrets()
  for (const value of ['token-1', 'token-2', 'token-1', 'x'.repeat(5000)]) recent.add(value, 'a token')
  expect(recent.all().map(({ value }) => value)).toEqual(['token-2', 'token-1'])
})
