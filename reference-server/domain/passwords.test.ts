import { expect, test } from 'vitest'
import { readDemo } from '../server/demo.ts'
import { countingRandom } from '../testing/fixture.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords(2 ** 10, countingRandom())

test('a hash matches its password and no other', async () => {
  const hash = await passwords.hash('Grüße & Küsse')
  expect(await passwords.matches('Grüße & Küsse', hash)).toBe(true)
  for (const other of ['', 'Grüße & Küss', 'Grüße & Küsse ', 'grüße & küsse']) {
    expect(await passwords.matches(other, hash)).toBe(false)
  }
})

test('the same password has another hash each time', async () => {
  expect(await passwords.hash('x')).not.toBe(await passwords.hash('x'))
})

test('no password matches an unknown user', async () => {
  expect(await passwords.matches('anything', undefined)).toBe(false)
})

test.each(readDemo().accounts)('both hashes of $username are of the password shown', async (account) => {
  const { password, passwordHash } = account
  expect(passwordHash.standard).toMatch(/^scrypt\$16384\$/)
  expect(await passwords.matches(password, passwordHash.standard)).toBe(true)
  expect(await passwords.matches(password, passwordHash.fast)).toBe(true)
})
