import type { Call } from '../common/call.ts'
import { choices } from '../common/choices.ts'
import type { Random } from '../common/random.ts'
import { indexOf, type Collection } from './collection.ts'

/** The permanent token; a user has at most one. */
export interface PrivateToken {
  username: string
  token: string
}

export interface PrivateTokens {
  ofUser(username: string): PrivateToken | undefined
  /** Returns the private token with exactly this text. */
  find(text: string, call?: Call): PrivateToken | undefined
  /** Returns undefined and changes nothing if the user already has one. */
  create(username: string): PrivateToken | undefined
  /** Replaces any existing token by a new one. No command does this; defects use it. */
  replace(username: string): PrivateToken
}

/**
 * The private tokens known from the start, which may differ from one call to the next, and those that an operator
 * created.
 */
export function createPrivateTokens(
  known: () => readonly PrivateToken[],
  created: Collection<PrivateToken>,
  random: Random,
): PrivateTokens {
  const byUser = indexOf(
    () => [known()],
    (listed) => new Map(listed.map((entry) => [entry.username, entry])),
  )
  const byText = indexOf(
    () => [known(), created.all()],
    (listed, current) => {
      const overridden = new Set(current.map((entry) => entry.username))
      const live = [...listed.filter((entry) => !overridden.has(entry.username)), ...current]
      return new Map(live.map((entry) => [entry.token, entry]))
    },
  )
  const make = (username: string) => ({ username, token: random(choices.privateTokenBytes).toString('hex') })
  const privateTokens: PrivateTokens = {
    ofUser: (username) => created.get(username) ?? byUser().get(username),
    find: (text) => byText().get(text),
    create(username) {
      if (privateTokens.ofUser(username)) return undefined
      const entry = make(username)
      return created.create(username, entry) ? entry : undefined
    },
    replace(username) {
      const entry = make(username)
      created.replace(username, entry)
      return entry
    },
  }
  return privateTokens
}
