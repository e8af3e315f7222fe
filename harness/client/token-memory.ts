/** When a login that answered this token text was sent and answered: times of the subject in Unix milliseconds. */
export interface TokenTimes {
  firstSentAt: number
  lastAnsweredAt: number
}

/** Ages at which tokens were seen, in seconds after the last login that answered them; absent where none was. */
export interface SeenAges {
  /** The greatest at which a list accepted one. */
  accepted?: number
  /** The smallest at which one that was accepted before was rejected for its age. */
  rejected?: number
}

/** Remembers for each token text the first and the last login of the run that answered it, in its present life. */
export function createTokenMemory() {
  const times = new Map<string, TokenTimes>()
  const voidSince = new Map<string, number>()
  const owners = new Map<string, string>()
  const outliving = new Set<string>()
  const seen: SeenAges = {}
  const ageOf = (token: string, at: number) => (at - (times.get(token)?.lastAnsweredAt ?? at)) / 1000
  let repeats = false
  return {
    seen: seen as Readonly<SeenAges>,
    /** True once a login answered the text of a token that still had its first life. */
    get repeats() {
      return repeats
    },
    /** @param owner the user whom it was answered to, where that is known */
    remember(token: string, sentAt: number, answeredAt: number, owner?: string): void {
      const known = times.get(token)
      if (owner !== undefined) owners.set(token, owner)
      const isNewLife = sentAt >= (voidSince.get(token) ?? Infinity)
      if (isNewLife) voidSince.delete(token)
      if (known && !isNewLife) repeats = true
      const firstSentAt = known && !isNewLife ? known.firstSentAt : sentAt
      times.set(token, { firstSentAt, lastAnsweredAt: answeredAt })
    },
    /** The token was rejected when its hour was over: a login sent later that answers it again issues it again. */
    sawVoid(token: string, at: number): void {
      const age = Math.ceil(ageOf(token, at))
      if (age > 0) seen.rejected = Math.min(age, seen.rejected ?? Infinity)
      if (at > (times.get(token)?.lastAnsweredAt ?? -Infinity)) voidSince.set(token, at)
    },
    /** A list accepted the token in an answer to a request that was sent then. */
    sawAccepted(token: string, sentAt: number): void {
      const age = Math.floor(ageOf(token, sentAt))
      if (age > 0) seen.accepted = Math.max(age, seen.accepted ?? 0)
    },
    /** A list accepted the token more than an hour after the last login that answered it. */
    sawOutlive: (token: string): void => void outliving.add(token),
    hasOutlived: (token: string): boolean => outliving.has(token),
    ownerOf: (token: string): string | undefined => owners.get(token),
    /** @throws Error where no login of this run answered the token */
    of(token: string): TokenTimes {
      const known = times.get(token)
      if (!known) throw new Error('a token that no login of this run answered')
      return known
    },
  }
}

export type TokenMemory = ReturnType<typeof createTokenMemory>
