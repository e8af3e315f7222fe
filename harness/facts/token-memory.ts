/** When logins that returned this token were sent and answered: the subject's time, in milliseconds since the Unix epoch. */
export interface TokenTimes {
  firstSentAt: number
  lastAnsweredAt: number
}

/** Ages at which tokens were seen, in seconds after the last login that returned them; absent if none was seen. */
export interface SeenAges {
  /** The greatest age at which a list accepted a token. */
  accepted?: number
  /** The smallest age at which a token that was accepted before was rejected as expired. */
  rejected?: number
}

/** When the token of an earlier login still lives, in milliseconds after it: later, a new text says nothing. */
const livesMs = 3_500_000

/** Remembers the first and the last login of the run that returned each token, in the token's present life. */
export function createTokenMemory() {
  const times = new Map<string, TokenTimes>()
  const voidSince = new Map<string, number>()
  const owners = new Map<string, string>()
  const outliving = new Set<string>()
  const answered = new Map<string, number[]>()
  const fresh = new Set<string>()
  const seen: SeenAges = {}
  const ageOf = (token: string, at: number) => (at - (times.get(token)?.lastAnsweredAt ?? at)) / 1000
  let repeats = false
  return {
    seen: seen as Readonly<SeenAges>,
    /** True once a login returned a token again that was still in its first life. */
    get repeats() {
      return repeats
    },
    /**
     * @param owner the user who got the token, if known
     * @param way names the account and the way of login
     */
    remember(token: string, sentAt: number, answeredAt: number, owner?: string, way?: string): void {
      const known = times.get(token)
      if (way !== undefined) {
        const before = answered.get(way) ?? []
        const last = before.findLast((at) => at <= sentAt) ?? -Infinity
        if (!known && last > sentAt - livesMs) fresh.add(token)
        else fresh.delete(token)
        before.push(answeredAt)
        answered.set(way, before)
      }
      if (owner !== undefined) owners.set(token, owner)
      const isNewLife = sentAt >= (voidSince.get(token) ?? Infinity)
      if (isNewLife) voidSince.delete(token)
      if (known && !isNewLife) repeats = true
      const firstSentAt = known && !isNewLife ? known.firstSentAt : sentAt
      times.set(token, { firstSentAt, lastAnsweredAt: answeredAt })
    },
    /**
     * True if one login of the run returned it, and an earlier one, in the same way and with the same account, returned
     * another that still lived, while no login of the run returned a living token again.
     */
    isFresh: (token: string): boolean => !repeats && fresh.has(token),
    /** The token was rejected when its hour was over: a login sent later that returns it issues it again. */
    sawVoid(token: string, at: number): void {
      const age = Math.ceil(ageOf(token, at))
      if (age > 0) seen.rejected = Math.min(age, seen.rejected ?? Infinity)
      if (at > (times.get(token)?.lastAnsweredAt ?? -Infinity)) voidSince.set(token, at)
    },
    /** A list accepted the token in a request that was sent at this time. */
    sawAccepted(token: string, sentAt: number): void {
      const age = Math.floor(ageOf(token, sentAt))
      if (age > 0) seen.accepted = Math.max(age, seen.accepted ?? 0)
    },
    /** A list accepted the token more than an hour after the last login that returned it. */
    sawOutlive: (token: string): void => void outliving.add(token),
    hasOutlived: (token: string): boolean => outliving.has(token),
    ownerOf: (token: string): string | undefined => owners.get(token),
    /** The tokens that logins of a user returned first at this time or later, in this order. */
    issuedSince: (owner: string, since: number): string[] =>
      [...times.keys()].filter(
        (token) => owners.get(token) === owner && (times.get(token)?.firstSentAt ?? 0) >= since,
      ),
    /** @throws Error if no login of this run returned the token */
    of(token: string): TokenTimes {
      const known = times.get(token)
      if (!known) throw new Error('a token that no login of this run answered')
      return known
    },
  }
}

export type TokenMemory = ReturnType<typeof createTokenMemory>
