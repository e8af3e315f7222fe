import { type Demo, readDemo } from './demo.ts'
import { type AccessKeys, createAccessKeys } from './domain/access-keys.ts'
import { type Accounts, createAccounts } from './domain/accounts.ts'
import { createPasswords, type Passwords } from './domain/passwords.ts'
import { createPrivateTokens, type PrivateTokens } from './domain/private-tokens.ts'
import { type Random, systemRandom } from './random.ts'
import { createStore, type Store } from './store/store.ts'

/** What is known before the first request: who there is, and what opens for ever. Operators change it. */
export interface Data {
  random: Random
  demo: Demo
  store: Store
  accounts: Accounts
  passwords: Passwords
  privateTokens: PrivateTokens
  accessKeys: AccessKeys
}

export interface DataOptions {
  dataDir?: string | undefined
  fastHash?: boolean | undefined
  random?: Random | undefined
  /** Taken as it is; absent: `dataDir` says where it is, in memory without that. */
  store?: Store | undefined
}

/** Throws what the file system throws where `dataDir` cannot be used. */
export function createData({ dataDir, fastHash, random = systemRandom, ...given }: DataOptions): Data {
  const demo = readDemo()
  const store = given.store ?? createStore(dataDir, random)
  const accounts = demo.accounts.map(({ password: _, passwordHash, ...account }) => ({
    ...account,
    passwordHash: passwordHash[fastHash ? 'fast' : 'standard'],
  }))
  return {
    random,
    demo,
    store,
    accounts: createAccounts(accounts, store.accounts),
    passwords: createPasswords(fastHash ? 2 ** 10 : 2 ** 14, random),
    privateTokens: createPrivateTokens(demo.privateTokens, store.privateTokens, random),
    accessKeys: createAccessKeys(demo.accessKeys, store.accessKeys, random),
  }
}
