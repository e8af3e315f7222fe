import type { Call } from '../common/call.ts'
import type { Choices } from '../common/choices.ts'
import type { Clock } from '../common/clock.ts'
import type { Random } from '../common/random.ts'
import type { Account } from './accounts.ts'

/** The one-time value that links the two steps of a login. */
export interface Seed {
  text: string
  username: string
  /** Milliseconds. */
  issuedAt: number
  spent: boolean
}

export interface Seeds {
  records: Map<string, Seed>
  issue(account: Account, call?: Call): Seed
  /** Returns the seed with exactly this text, if it is neither spent nor expired. */
  find(text: string, call?: Call): Seed | undefined
  isExpired(seed: Seed, call?: Call): boolean
  /** Spends the seed. Returns false if it was spent before: of two attempts at the same moment, one wins. */
  spend(seed: Seed, call?: Call): boolean | Promise<boolean>
}

export function createSeeds(
  choices: Choices,
  clock: Clock,
  random: Random,
  records: Seeds['records'] = new Map(),
): Seeds {
  const seeds: Seeds = {
    records,
    issue(account) {
      const issuedAt = clock.now()
      for (const old of seeds.records.values()) {
        if (issuedAt - old.issuedAt < choices.forgetAfterSeconds * 1000) break
        seeds.records.delete(old.text)
      }
      if (choices.newChallengeVoidsOlder) {
        for (const old of seeds.records.values()) if (old.username === account.username) old.spent = true
      }
      const text = random(choices.seedBytes).toString('base64url')
      const seed = { text, username: account.username, issuedAt, spent: false }
      seeds.records.set(text, seed)
      return seed
    },
    find(text, call) {
      const seed = seeds.records.get(text)
      return seed && !seed.spent && !seeds.isExpired(seed, call) ? seed : undefined
    },
    isExpired: (seed) => clock.now() - seed.issuedAt >= choices.seedLifetimeSeconds * 1000,
    spend(seed) {
      if (seed.spent) return false
      seed.spent = true
      return true
    },
  }
  return seeds
}
