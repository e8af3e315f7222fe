import type { WebLogin } from './web-login.ts'
import type { Run } from '../../run/run.ts'
import type { Traced, Trace } from '../../run/trace.ts'
import { withoutLongBody } from '../after-rejection.ts'
import type { FailedLogins } from '../../ledgers/failed-logins.ts'

/** What is known in a run about the web login of one account. */
interface Known {
  accepted: boolean
  rejections: number
  /** The last login, which was rejected, and what it sent. */
  last?: { login: WebLogin; exchanges: Traced[] }
  /** Settled when the logins of other cases are answered. */
  turn: Promise<unknown>
}

/** A rejected login may be an accident; one that lacks a captcha is rejected each time. */
const mostTries = 2
const knownInRuns = new WeakMap<FailedLogins, Map<string, Known>>()

/**
 * Logs in on the web page with valid credentials. If failed logins are limited and the server never accepted the account
 * there, sends no third login, and none after it demanded a captcha: each counts against the account, and takes the
 * room of a wrong password. The cases that come later get the last answer.
 */
export async function logInSparingly(
  run: Run,
  trace: Trace,
  username: string,
  logIn: () => Promise<WebLogin>,
): Promise<WebLogin> {
  const known = knownOf(run.failedLogins, username)
  if (!run.failedLogins.limited || known.accepted) return await logIn()
  const login = known.turn.then(async () => {
    if (known.accepted) return await logIn()
    if (known.last && (known.rejections >= mostTries || known.last.login.captcha !== undefined)) {
      trace.exchanges.push(...known.last.exchanges)
      return known.last.login
    }
    const from = trace.exchanges.length
    const tried = await logIn()
    known.accepted = tried.isIn
    known.rejections++
    const kept = { ...tried, submitted: withoutLongBody(tried.submitted), said: tried.said }
    if (!tried.isIn) known.last = { login: kept, exchanges: trace.exchanges.slice(from) }
    return tried
  })
  known.turn = login.catch(() => {})
  return await login
}

function knownOf(failedLogins: FailedLogins, username: string): Known {
  const all = knownInRuns.get(failedLogins) ?? new Map<string, Known>()
  knownInRuns.set(failedLogins, all)
  const known = all.get(username) ?? { accepted: false, rejections: 0, turn: Promise.resolve() }
  all.set(username, known)
  return known
}
