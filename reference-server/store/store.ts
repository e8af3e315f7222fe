import { join } from 'node:path'
import type { Account } from '../domain/accounts.ts'
import type { AccessKey } from '../domain/access-keys.ts'
import type { PrivateToken } from '../domain/private-tokens.ts'
import { systemRandom } from '../common/random.ts'
import type { Collection } from '../domain/collection.ts'
import { createFolderCollection } from './folder-collection.ts'
import { createMemoryCollection } from './memory-collection.ts'

/** What survives a restart and is shared with the operator commands; tokens, seeds and sessions are not. */
export interface Store {
  accounts: Collection<Account>
  privateTokens: Collection<PrivateToken>
  accessKeys: Collection<AccessKey>
}

/** Creates a store in `dataDir`, or in memory without one. Throws file-system errors. */
export function createStore(dataDir: string | undefined): Store {
  // For the names of unfinished files: processes that share a folder must not choose the same ones.
  const collection = <T>(name: string, fields: readonly (keyof T & string)[]): Collection<T> =>
    dataDir === undefined
      ? createMemoryCollection()
      : createFolderCollection(join(dataDir, name), fields, systemRandom)
  return {
    accounts: collection('accounts', ['id', 'username', 'name', 'email', 'passwordHash']),
    privateTokens: collection('private-tokens', ['username', 'token']),
    accessKeys: collection('access-keys', ['keyId', 'keySecret', 'username']),
  }
}
