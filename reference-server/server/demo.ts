import { readAsset } from '../asset.ts'
import type { AccessKey } from '../domain/access-keys.ts'
import type { Account } from '../domain/accounts.ts'
import type { PrivateToken } from '../domain/private-tokens.ts'

export interface DemoAccount extends Omit<Account, 'passwordHash'> {
  password: string
  /** Two hashes of the same password: scrypt with N = 2^14, and with N = 2^10. */
  passwordHash: { standard: string; fast: string }
}

/**
 * Accounts, tokens and keys that the server knows from its start: those of the demonstration, all of them public, or
 * those of a seed file. A changed seed file replaces these arrays, so readers fetch them each time.
 */
export interface Demo {
  accounts: DemoAccount[]
  privateTokens: PrivateToken[]
  accessKeys: AccessKey[]
}

export function readDemo(): Demo {
  return JSON.parse(readAsset('../fixtures/demo-accounts.json')) as Demo
}
