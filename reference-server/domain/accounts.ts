import type { Call } from '../common/call.ts'
import type { Collection } from './collection.ts'

/** The secret and parameters of an account's one-time codes (RFC 6238). */
export interface OtpSettings {
  /** Base32 (RFC 4648), without padding. */
  secret: string
  digits: number
  /** Length of a time step in seconds. */
  period: number
  algorithm: 'SHA1' | 'SHA256' | 'SHA512'
}

export interface Account {
  id: string
  username: string
  name: string
  email: string
  /** `scrypt$N$salt$key`; see passwords.ts. */
  passwordHash: string
  /** Present if the account has a second factor. */
  otp?: OtpSettings
}

export interface Accounts {
  all(): readonly Account[]
  /** Returns the account with exactly this username. */
  find(username: string, call?: Call): Account | undefined
  /** Returns false if the username is taken. */
  add(account: Account): boolean
}

/** The accounts known from the start, which may differ from one call to the next, and those that an operator added. */
export function createAccounts(known: () => readonly Account[], added: Collection<Account>): Accounts {
  let source: readonly Account[] | undefined
  let sourceKnown: readonly Account[] | undefined
  let byName = new Map<string, Account>()
  const accounts: Accounts = {
    all() {
      accounts.find('')
      return [...byName.values()]
    },
    find(username) {
      const current = added.all()
      if (current !== source || known() !== sourceKnown) {
        source = current
        sourceKnown = known()
        byName = new Map([...current, ...sourceKnown].map((account) => [account.username, account]))
      }
      return byName.get(username)
    },
    add(account) {
      return accounts.find(account.username) === undefined && added.create(account.username, account)
    },
  }
  return accounts
}
