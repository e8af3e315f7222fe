import type { Call } from '../common/call.ts'
import { indexOf, type Collection } from './collection.ts'

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
  const byName = indexOf(
    () => [added.all(), known()],
    (...lists) => new Map(lists.flat().map((account) => [account.username, account])),
  )
  const accounts: Accounts = {
    all: () => [...byName().values()],
    find: (username) => byName().get(username),
    add(account) {
      return accounts.find(account.username) === undefined && added.create(account.username, account)
    },
  }
  return accounts
}
