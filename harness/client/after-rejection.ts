import type { Run } from '../run/run.ts'
import { LeftOut, NotDeclared, SetupFailed } from '../outcomes.ts'
import { bodyForReport } from '../wire/shown/body-for-report.ts'
import type { Exchange } from '../wire/exchange.ts'
import { readLimit } from '../wire/shown/shown-body.ts'
import { isChallenge, tokenIn, type Answer } from './answer.ts'
import type { Encoding, Family } from '../facts/families.ts'

interface Tried {
  username: string
  /** The way as the ledger names it. */
  way: string
  family: Family
  encoding: Encoding
}

/**
 * If a valid login was rejected, and the account was never let in, tries once more in another way, and then no more in this
 * run. Whatever the result, the case goes on with its own answer.
 * @param login logs the same account in
 */
export async function afterRejection(
  { failedLogins, support }: Run,
  answer: Answer,
  { username, way, family, encoding }: Tried,
  login: (other: { family: Family; encoding: Encoding; role: 'twin' }) => Promise<unknown>,
): Promise<void> {
  const isRejected = tokenIn(answer) === undefined && !isChallenge(answer)
  if (!isRejected || failedLogins.wasAccepted(username)) return
  const isFirst = failedLogins.ofAccount(username) === 1
  failedLogins.rejectedLogins.set(way, withoutLongBody(answer.exchange))
  if (!isFirst) return
  const other = family === 'v1' ? 'users-v1' : 'v1'
  await asFarAsItGoes(() =>
    login({
      family: support.login[other] ? other : family,
      encoding: encoding === 'json' ? 'form' : 'json',
      role: 'twin',
    }),
  )
}

/** Does work for which nothing depends on how far it gets. */
export async function asFarAsItGoes(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (![SetupFailed, NotDeclared, LeftOut].some((kind) => error instanceof kind)) throw error
  }
}

/** The exchange to keep until the run ends: a long body is reduced to what a report shows of it, which holds no token. */
export function withoutLongBody(exchange: Exchange): Exchange {
  const { response } = exchange
  if (response.body.length <= readLimit) return exchange
  return { ...exchange, response: { ...response, body: Buffer.from(bodyForReport(exchange)) } }
}
