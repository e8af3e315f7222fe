import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { type Variation, wrap, wrapping } from '../change.ts'
import { headerValues, type Operation } from '../../common/call.ts'
import { httpDate } from '../../common/clock.ts'
import type { Parts } from '../../server/parts.ts'
import { Problem } from '../../server/problems.ts'
import { because, legal, rejecting, sending } from '../legal.ts'
import { onSession } from '../shared/blocked.ts'

/** The suite's default limits, for servers that count failures. */
export const defaultLimits = {
  limits: { failedLoginsPerAccount: 2, failedLogins: 25 },
  observe: { lockout: false },
}

/** Limits on failures and on the number of requests. */
export const limitVariations: Record<string, Variation> = {
  'lockout-after-five-failures': legal(
    'After five failed logins in a row, an account is locked for half an hour.',
    (parts) => {
      const failures = new Map<string, { count: number; lastAt: number }>()
      wrap(parts, 'checkPassword', (check) => async (username, password, call) => {
        const now = parts.clock.now()
        const { count, lastAt } = failures.get(username) ?? { count: 0, lastAt: now }
        if (count >= 5 && now - lastAt < 1_800_000) return undefined
        const account = await check(username, password, call)
        failures.set(username, { count: account ? 0 : (count % 5) + 1, lastAt: now })
        return account
      })
    },
    { declare: defaultLimits },
  ),
  'passwords-and-keys-end-after-90-days': legal(
    "Passwords and access keys expire after ninety days; private tokens don't.",
    (parts) => {
      const startedAt = parts.clock.now()
      const isOver = () => parts.clock.now() - startedAt > 90 * 86_400_000
      wrap(parts, 'checkPassword', (check) => (username, password, call) => {
        return isOver() ? undefined : check(username, password, call)
      })
      wrap(parts.signatures, 'fault', (fault) => (parameters, key, call) => {
        return isOver() ? 'the access key is too old' : fault(parameters, key, call)
      })
    },
  ),
  'right-to-list-ends-after-90-days': legal(
    'After ninety days, nobody has the right to read the list: it gets 403.',
    ({ answers, clock }) => {
      const startedAt = clock.now()
      wrap(answers, 'users', (users) => (all, caller, call) => {
        if (clock.now() - startedAt > 90 * 86_400_000)
          throw new Problem('forbidden', 'your right to read the list has ended')
        return users(all, caller, call)
      })
    },
    {
      inconclusive: because('In the end, nothing opens the list.', [
        'token.works-for-hour',
        'token.void-after-hour',
        'private-token.permanent',
      ]),
    },
  ),
  'captcha-after-failed-web-login': legal(
    'After one failed web login, the form demands a captcha from everyone.',
    (parts) => {
      let failed = false
      onFailedWebLogin(parts, () => (failed = true))
      wrap(
        parts,
        'handle',
        (handle) => (handler, call, reply) =>
          failed && call.operation === 'web-login'
            ? reply.status(200).type('text/html').send('<p>Type what you see.</p>')
            : handle(handler, call, reply),
      )
    },
    { declare: defaultLimits },
  ),
  'captcha-for-an-hour-after-failed-web-login': legal(
    'For an hour after a failed web login, the form demands a captcha from everyone.',
    (parts) => {
      let until = -Infinity
      onFailedWebLogin(parts, () => (until = parts.clock.now() + 3_600_000))
      wrap(
        parts,
        'handle',
        (handle) => (handler, call, reply) =>
          parts.clock.now() < until && call.operation === 'web-login'
            ? captchaForm(reply)
            : handle(handler, call, reply),
      )
    },
  ),
  'web-login-demands-captcha': legal(
    'The web login always demands a captcha.',
    wrapping('handle', (handle) => async (handler, call, reply) => {
      return call.operation === 'web-login' ? captchaForm(reply) : handle(handler, call, reply)
    }),
    {
      inconclusive: because("nobody who can't solve the captcha gets a session", [
        ...onSession,
        'session.web-login',
      ]),
    },
  ),
  'address-blocked-after-30-failures': blocking(
    'After thirty failed logins, an address gets 429 for ten minutes, with Retry-After in seconds.',
    (reply, leftMs) => reply.status(429).header('retry-after', String(Math.ceil(leftMs / 1000))),
  ),
  'address-banned-after-30-failures': blocking(
    'After thirty failed logins, an address gets 403 for ten minutes, with Retry-After as a date.',
    (reply, _, until) => reply.status(403).header('retry-after', httpDate(until + 1000)),
  ),
  'logins-of-an-account-one-at-a-time': legal(
    'A login gets 409 while another one of the same account is being checked.',
    (parts) => {
      const pending = new Set<unknown>()
      wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
        if (call.operation !== 'login') return handle(handler, call, reply)
        const { username } = { ...(call.body as { username?: unknown }) }
        if (pending.has(username)) return reply.status(409).send({ detail: 'another login is being checked' })
        pending.add(username)
        try {
          return await handle(handler, call, reply)
        } finally {
          pending.delete(username)
        }
      })
    },
  ),
  'rate-limit-told': legal('Responses say how many requests are left, which is enough.', (parts) => {
    let left = 100_000
    sending(parts, (reply, body) => {
      reply.header('x-ratelimit-limit', '100000').header('x-ratelimit-remaining', String(--left))
      return body
    })
  }),
  'rate-limit-without-retry-after': legal(
    'More than 200 requests in a second of real time get 429, which does not say when to come back.',
    (parts) => {
      let second = 0
      let count = 0
      wrap(parts, 'handle', (handle) => (handler, call, reply) => {
        const now = Math.floor(performance.now() / 1000)
        if (now !== second) count = 0
        second = now
        return ++count > 200 ? reply.status(429).send({ detail: 'too many' }) : handle(handler, call, reply)
      })
    },
    // With limits, an invalid login that gets 429 is not sent again: the server may have counted it.
    { declare: { limits: { failedLoginsPerAccount: 0, failedLogins: 0 } } },
  ),
  'rate-limit-slides': legal(
    'More than 100 requests in the last minute get 429, with Retry-After: when the oldest of them is a minute old.',
    sliding(100, 60),
  ),
  'list-limit-slides': legal(
    'More than 30 requests for lists in the last second get 429, with Retry-After: 1.',
    sliding(30, 1, 'list'),
  ),
  'retry-after-thousands-of-years': legal(
    'Each 400th request gets 429 with a Retry-After of thousands of years.',
    (parts) => {
      let count = 0
      wrap(parts, 'handle', (handle) => (handler, call, reply) => {
        if (++count % 400 > 0) return handle(handler, call, reply)
        return reply.status(429).header('retry-after', '99999999999').send({ detail: 'too many' })
      })
    },
  ),
  'fifth-request-at-once-503': legal('A fifth request at once gets 503, with Retry-After: 1.', (parts) => {
    let inFlight = 0
    wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
      if (inFlight === 4) return reply.status(503).header('retry-after', '1').send({ detail: 'busy' })
      inFlight++
      try {
        await sleep(5)
        return await handle(handler, call, reply)
      } finally {
        inFlight--
      }
    })
  }),
  'out-for-a-moment': legal(
    'After 300 requests, all get 503 for half a second, as while the server restarts.',
    (parts) => {
      let count = 0
      let until = Infinity
      wrap(parts, 'handle', (handle) => (handler, call, reply) => {
        if (++count === 300) until = performance.now() + 500
        const isOut = count >= 300 && performance.now() < until
        return isOut
          ? reply.status(503).type('text/html').send('<p>Back soon.</p>')
          : handle(handler, call, reply)
      })
    },
  ),
  'rate-limit-on-unknown-keys': legal(
    'A request signed with an empty key ID is told to retry in a second.',
    wrapping('handle', (handle) => (handler, call, reply) => {
      const [value = ''] = headerValues(call, 'authorization')
      if (!/^Signature keyId="",.*signature="[^"]{43}/.test(value)) return handle(handler, call, reply)
      return reply.status(429).header('retry-after', '1').send({ detail: 'too many' })
    }),
    { inconclusive: because('429 says nothing of the key ID', ['signature.wrong-key-id']) },
  ),
}

/** Answers so many requests in any window of so many seconds; only those of one operation count if it is given. */
function sliding(most: number, seconds: number, operation?: Operation) {
  return (parts: Parts): void => {
    let accepted: number[] = []
    wrap(parts, 'handle', (handle) => (handler, call, reply) => {
      if (operation !== undefined && call.operation !== operation) return handle(handler, call, reply)
      const now = parts.clock.now()
      accepted = accepted.filter((at) => at > now - seconds * 1000)
      const [oldest = now] = accepted
      if (accepted.length < most) {
        accepted.push(now)
        return handle(handler, call, reply)
      }
      const left = Math.ceil((oldest + seconds * 1000 - now) / 1000)
      return reply.status(429).header('retry-after', String(left)).send({ detail: 'too many' })
    })
  }
}

/** A web login may succeed with any status, so the password tells. */
function onFailedWebLogin(parts: Parts, failed: () => void): void {
  wrap(parts, 'checkPassword', (check) => async (username, password, call) => {
    const account = await check(username, password, call)
    if (!account && call.operation === 'web-login') failed()
    return account
  })
}

const captchaForm = (reply: FastifyReply) =>
  reply
    .status(200)
    .type('text/html')
    .send(
      '<form method="post"><input name="username"><input name="password" type="password"><input name="captcha_1"></form>',
    )

/** Counts everybody's failed logins, second steps and web logins; after thirty, answers nothing for ten minutes. */
function blocking(
  summary: string,
  reject: (reply: FastifyReply, leftMs: number, until: number) => FastifyReply,
): Variation {
  return legal(summary, (parts) => {
    let failures = 0
    let until = -Infinity
    parts.extensions.push((app) => {
      app.addHook('onRequest', async (_request, reply) => {
        const leftMs = until - parts.clock.now()
        if (leftMs > 0) return reject(reply, leftMs, until).send({ detail: 'too many failures' })
      })
    })
    rejecting(parts, (_reply, call, problem) => {
      const counts = ['login', 'second-step', 'web-login'].includes(call.operation)
      if (counts && ++failures % 30 === 0) until = parts.clock.now() + 600_000
      throw problem
    })
  })
}
