import type { Call } from '../common/call.ts'
import type { Choices } from '../common/choices.ts'
import type { Clock } from '../common/clock.ts'
import type { Random } from '../common/random.ts'
import type { Account } from './accounts.ts'

/** The 1-hour Bearer token. */
export interface Token {
  text: string
  username: string
  /** Milliseconds. */
  issuedAt: number
  /** The request that earned it. */
  issuedBy: Pick<Call, 'operation' | 'family' | 'encoding'>
}

export interface Tokens {
  records: Map<string, Token>
  issue(account: Account, call: Call): Token
  /** Returns the token with exactly this text, void or not. */
  find(text: string, call?: Call): Token | undefined
  isExpired(token: Token, call: Call): boolean
  /** Returns the username for which this text is valid now. */
  accepts(text: string, call: Call): string | undefined
}

/** Tokens in memory: opaque, random, void one hour after they were issued, however they are used. */
export function createTokens(
  choices: Choices,
  clock: Clock,
  random: Random,
  records: Tokens['records'] = new Map(),
): Tokens {
  const tokens: Tokens = {
    records,
    issue(account, call) {
      const issuedAt = clock.now()
      for (const old of tokens.records.values()) {
        if (issuedAt - old.issuedAt < choices.forgetAfterSeconds * 1000) break
        tokens.records.delete(old.text)
      }
      if (choices.sameTokenWhileItLives) {
        for (const old of tokens.records.values()) {
          if (old.username === account.username && !tokens.isExpired(old, call)) return old
        }
      }
      const { operation, family, encoding } = call
      const text = random(choices.tokenBytes).toString('base64url')
      const token: Token = {
        text,
        username: account.username,
        issuedAt,
        issuedBy: { operation, family, encoding },
      }
      tokens.records.set(text, token)
      return token
    },
    find: (text) => tokens.records.get(text),
    isExpired: (token) => clock.now() - token.issuedAt >= choices.tokenLifetimeSeconds * 1000,
    accepts(text, call) {
      const token = tokens.find(text, call)
      return token && !tokens.isExpired(token, call) ? token.username : undefined
    },
  }
  return tokens
}
