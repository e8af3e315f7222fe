import { breaking, must } from './breach.ts'
import { type Defect, wrap, wrapping } from '../change.ts'
import type { Seed } from '../../domain/seeds.ts'
import type { Parts } from '../../server/parts.ts'

/** Defects that take three steps or more, none of which is wrong on its own, so no single situation shows them. */
export const statefulDefects: Record<string, Defect> = {
  'wrong-code-brings-back-spent-seed': breaking(must('mfa.seed-one-time'))(
    "A wrong code for one challenge makes the account's last used seed valid again.",
    (parts) => {
      afterWrongCode(parts, (seed) => {
        const spent = seedsOf(parts, seed.username).filter((one) => one.spent)
        const last = spent.at(-1)
        if (last) {
          last.spent = false
          last.issuedAt = parts.clock.now()
        }
      })
    },
    { stateful: true },
  ),
  'wrong-code-opens-seed-to-others': breaking(must('mfa.other-accounts-seed'))(
    "After a wrong code, a challenge accepts another account's code.",
    (parts) => {
      const opened = new Set<string>()
      afterWrongCode(parts, (seed) => opened.add(seed.text))
      const latest = latestSeeds(parts)
      wrap(parts, 'checkCode', (checkCode) => async (account, code, call) => {
        const isOpened = opened.has(latest.get(account.username)?.text ?? '')
        if (await checkCode(account, code, call)) return true
        if (!isOpened) return false
        for (const other of parts.accounts.all()) {
          if (other.otp && other.username !== account.username && (await checkCode(other, code, call)))
            return true
        }
        return false
      })
    },
    { stateful: true },
  ),
  'third-challenge-repeats-spent-seed': breaking(must('mfa.seed-fresh'))(
    'The second challenge after a login with two steps has the used seed, valid again.',
    (parts) => {
      const since = new Map<string, number>()
      wrap(parts.seeds, 'spend', (spend) => (seed, call) => {
        since.set(seed.username, 0)
        return spend(seed, call)
      })
      wrap(parts.seeds, 'issue', (issue) => (account, call) => {
        const before = since.get(account.username)
        if (before !== undefined) since.set(account.username, before + 1)
        const spent = seedsOf(parts, account.username).filter((one) => one.spent)
        const last = spent.at(-1)
        if (before !== 1 || !last) return issue(account, call)
        last.spent = false
        last.issuedAt = parts.clock.now()
        return last
      })
    },
    { stateful: true },
  ),
  'web-login-revives-refused-token': breaking(must('token.stays-void'))(
    'A token that was rejected as expired works again after a web login of its user.',
    (parts) => {
      const refused = new Map<string, string>()
      wrap(parts.tokens, 'isExpired', (isExpired) => (token, call) => {
        const expired = isExpired(token, call)
        if (expired && call.operation === 'list') refused.set(token.text, token.username)
        return expired
      })
      wrap(parts, 'checkPassword', (checkPassword) => async (username, password, call) => {
        const account = await checkPassword(username, password, call)
        if (!account || call.operation !== 'web-login') return account
        for (const [text, owner] of refused) {
          const token = parts.tokens.records.get(text)
          if (token && owner === account.username) token.issuedAt = parts.clock.now()
        }
        return account
      })
    },
    { stateful: true },
  ),
  'wrong-password-ends-older-token': breaking(must('token.works-for-hour'))(
    'A wrong password revokes the older of two valid tokens of the account.',
    wrapping('checkPassword', (checkPassword, parts) => async (username, password, call) => {
      const account = await checkPassword(username, password, call)
      if (account) return account
      const living = [...parts.tokens.records.values()].filter(
        (token) => token.username === username && !parts.tokens.isExpired(token, call),
      )
      const older = living.length >= 2 ? living.at(-2) : undefined
      if (older) older.issuedAt = 0
      return undefined
    }),
    { stateful: true },
  ),
  'wrong-code-bars-private-token': breaking(must('private-token.accepted'))(
    "After a wrong code, the private token is rejected until the user's next challenge.",
    (parts) => {
      const tried = new Set<string>()
      const latest = latestSeeds(parts)
      afterWrongCode(parts, (seed) => tried.add(seed.text))
      wrap(parts.privateTokens, 'find', (find) => (text, call) => {
        const found = find(text, call)
        const seed = found && latest.get(found.username)
        return seed && !seed.spent && tried.has(seed.text) ? undefined : found
      })
    },
    { stateful: true },
  ),
}

/** Returns the newest seed of each user. */
function latestSeeds({ seeds }: Parts): Map<string, Seed> {
  const latest = new Map<string, Seed>()
  wrap(seeds, 'issue', (issue) => (account, call) => {
    const seed = issue(account, call)
    latest.set(account.username, seed)
    return seed
  })
  return latest
}

const seedsOf = ({ seeds }: Parts, username: string): Seed[] =>
  [...seeds.records.values()].filter((seed) => seed.username === username)

/** Calls `then` with the seed of each submission whose code was wrong. */
function afterWrongCode(parts: Parts, then: (seed: Seed) => void): void {
  const submitted = new WeakMap<object, Seed>()
  wrap(parts.seeds, 'find', (find) => (text, call) => {
    const seed = find(text, call)
    if (seed && call) submitted.set(call, seed)
    return seed
  })
  wrap(parts, 'checkCode', (checkCode) => async (account, code, call) => {
    const isRight = await checkCode(account, code, call)
    const seed = submitted.get(call)
    if (!isRight && seed) then(seed)
    return isRight
  })
}
