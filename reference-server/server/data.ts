import { type Demo, readDemo } from './demo.ts'
import { type AccessKeys, createAccessKeys } from '../domain/access-keys.ts'
import { type Account, type Accounts, createAccounts } from '../domain/accounts.ts'
import { indexOf } from '../domain/collection.ts'
import { createPasswords, hashCosts, type Passwords } from '../domain/passwords.ts'
import { createPrivateTokens, type PrivateTokens } from '../domain/private-tokens.ts'
import { type Random, type RandomFor, systemRandom } from '../common/random.ts'
import type { ServerOptions } from './server-options.ts'
import { createStore, type Store } from '../store/store.ts'

/** What is known before the first request: accounts and permanent credentials. Operators change it. */
export interface Data {
  random: Random
  demo: Demo
  store: Store
  accounts: Accounts
  passwords: Passwords
  privateTokens: PrivateTokens
  accessKeys: AccessKeys
}

export interface DataOptions extends Pick<ServerOptions, 'dataDir' | 'fastHash'> {
  /** The source of every random value. If absent, the system. */
  randomFor?: RandomFor | undefined
  /** Replaces the demo accounts, tokens and keys. */
  demo?: Demo | undefined
  /** Used as given; if absent, the store is in `dataDir`, or in memory without that. */
  store?: Store | undefined
}

/** Throws file-system errors if `dataDir` cannot be used. */
export function createData({ dataDir, fastHash, ...given }: DataOptions): Data {
  const randomFor = given.randomFor ?? (() => systemRandom)
  const demo = given.demo ?? readDemo()
  const store = given.store ?? createStore(dataDir)
  const hash = fastHash ? 'fast' : 'standard'
  return {
    random: randomFor('ids'),
    demo,
    store,
    accounts: createAccounts(knownAccounts(demo, hash), store.accounts),
    passwords: createPasswords(hashCosts[hash], randomFor('passwords')),
    privateTokens: createPrivateTokens(
      () => demo.privateTokens,
      store.privateTokens,
      randomFor('private tokens'),
    ),
    accessKeys: createAccessKeys(() => demo.accessKeys, store.accessKeys, randomFor('access keys')),
  }
}

/** Returns the accounts of `demo` with one of their hashes; the same array as long as those of `demo` are the same. */
function knownAccounts(demo: Demo, hash: 'standard' | 'fast'): () => readonly Account[] {
  return indexOf(
    () => [demo.accounts],
    (accounts) =>
      accounts.map(({ password: _, passwordHash, ...account }) => ({
        ...account,
        passwordHash: passwordHash[hash],
      })),
  )
}
