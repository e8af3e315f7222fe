import type { Call } from '../common/call.ts'
import { type Random, randomUuid } from '../common/random.ts'
import { indexOf, type Collection } from './collection.ts'

/** A key with which one user signs requests. */
export interface AccessKey {
  /** UUID. */
  keyId: string
  /** A UUID as text; the text is the HMAC key. */
  keySecret: string
  username: string
}

export interface AccessKeys {
  all(): readonly AccessKey[]
  /** Returns the key with exactly this ID. */
  find(keyId: string, call?: Call): AccessKey | undefined
  /** Hands the key over before it stores it: nobody could read the secret later. Stores nothing if `handOver` throws. */
  create(username: string, handOver?: (key: AccessKey) => void): AccessKey
}

/** The keys known from the start, which may differ from one call to the next, and those that an operator created. */
export function createAccessKeys(
  known: () => readonly AccessKey[],
  created: Collection<AccessKey>,
  random: Random,
): AccessKeys {
  const byId = indexOf(
    () => [known(), created.all()],
    (...lists) => new Map(lists.flat().map((key) => [key.keyId, key])),
  )
  return {
    all: () => [...byId().values()],
    find: (keyId) => byId().get(keyId),
    create(username, handOver) {
      const key = { keyId: randomUuid(random), keySecret: randomUuid(random), username }
      handOver?.(key)
      created.create(key.keyId, key)
      return key
    },
  }
}
