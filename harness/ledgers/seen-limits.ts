import { header, type Exchange } from '../wire/exchange.ts'

/** What to do if the subject limits requests. */
const slower = 'if it limits requests, declare limits.requestsPerSecond or limits.concurrency'
/** What to do if it has only limited logins so far: a rate for all requests would make the run take hours. */
const raised = 'if it limits logins, as it rejected nothing else like this, raise that limit for the run'
/** This many logins, and no other requests, show that only logins are limited. */
const enoughLogins = 4

/** The number of answers that ask to come back later, their Retry-After values, and the names of fields that show a limit. */
export interface SeenLimits {
  limited: number
  retryAfter: string[]
  headers: string[]
}

/** nginx limits requests with 503 by default, and a server that restarts is away for a moment. */
export const isUnavailable = (status: number): boolean => status === 429 || status === 503

/** Notes what the run's answers show about limits of the subject. */
export function createSeenLimits() {
  const limited = { logins: 0, others: 0 }
  const seen: SeenLimits = { limited: 0, retryAfter: [], headers: [] }
  let lastToGet: string | undefined
  const limitsLogins = (): boolean => limited.logins >= enoughLogins && limited.others === 0
  return {
    seen,
    /** True if the last GET that was limited got the same status and body: the subject, or a proxy, limits all alike. */
    limitsAll: (exchange: Exchange): boolean => lastToGet === lookOf(exchange),
    /** @param asks true if the answer asks to come back later */
    note(exchange: Exchange, asks: boolean): void {
      const { request, response } = exchange
      for (const [name] of response.headers) {
        const plain = name.toLowerCase()
        if (/^(x-)?rate-?limit/.test(plain) && !seen.headers.includes(plain)) seen.headers.push(plain)
      }
      if (isUnavailable(response.status)) {
        limited[request.method === 'POST' ? 'logins' : 'others']++
        if (request.method === 'GET') lastToGet = lookOf(exchange)
      }
      if (!asks) return
      seen.limited++
      const said = header(response.headers, 'retry-after')
      if (said !== undefined && !seen.retryAfter.includes(said)) seen.retryAfter.push(said)
    },
    /** True if only logins are limited, as far as answers show. */
    limitsLogins,
    /** What to do about a limit of the subject. */
    remedy: (): string => (limitsLogins() ? raised : slower),
  }
}

const lookOf = ({ response: { status, body } }: Exchange): string =>
  `${status} ${Buffer.from(body).toString('latin1')}`
