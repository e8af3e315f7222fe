import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readDeclaration } from './declaration.ts'

interface Demo {
  accounts: {
    username: string
    password: string
    otp?: { secret: string; digits: number; period: number; algorithm: string }
  }[]
  privateTokens: { username: string; token: string }[]
  accessKeys: { keyId: string; keySecret: string; username: string }[]
}

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url))
const demo = JSON.parse(readFileSync(fixture('demo-accounts.json'), 'utf8')) as Demo
const declaration = readDeclaration(fixture('default.conformance.yaml'), {
  env: {},
  cwd: '.',
  makeTmp: () => '/unused',
})

test('the bundled declaration and the demo accounts of the reference server agree', () => {
  const declared = Object.values(declaration.accounts).filter(
    (account) => account !== undefined && account !== false,
  )
  for (const account of declared) {
    const { password, otp } = demo.accounts.find(({ username }) => username === account.username)!
    expect(account.password).toBe(password)
    if (otp === undefined) expect(account).not.toHaveProperty('otpSecret')
    else {
      const { secret: otpSecret, ...rest } = otp
      expect(account).toMatchObject({ otpSecret, ...rest })
    }
  }
  expect(declared).toHaveLength(4)
  const { plain, mfa } = declaration.privateTokens
  expect([plain, mfa]).toEqual(demo.privateTokens)
  expect(declaration.accessKeys).toEqual(demo.accessKeys)
})

test('the user that the operator makes a private token for has none yet', () => {
  const { operator } = declaration.privateTokens
  const user = operator ? operator.createFor : undefined

  expect(demo.accounts.map(({ username }) => username)).toContain(user)
  expect(demo.privateTokens.map(({ username }) => username)).not.toContain(user)
})
