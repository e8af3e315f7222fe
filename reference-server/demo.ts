import { readFileSync } from 'node:fs'
import type { AccessKey } from './domain/access-keys.ts'
import type { OtpSettings } from './domain/accounts.ts'
import type { PrivateToken } from './domain/private-tokens.ts'

export interface DemoAccount {
  id: string
  username: string
  name: string
  email: string
  password: string
  /** Of the same password: scrypt with N = 2^14, and with N = 2^10. */
  passwordHash: { standard: string; fast: string }
  otp?: OtpSettings
}

/** Accounts, tokens and keys that every start of the reference server knows. All of them are public. */
export interface Demo {
  accounts: DemoAccount[]
  privateTokens: PrivateToken[]
  accessKeys: AccessKey[]
}

export function readDemo(): Demo {
  return JSON.parse(readFileSync(new URL('../fixtures/demo-accounts.json', import.meta.url), 'utf8')) as Demo
}
