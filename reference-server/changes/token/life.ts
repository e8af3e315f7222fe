import type { Call } from '../../common/call.ts'
import { type Apply, type Defect, wrap, wrapping } from '../change.ts'
import type { Token } from '../../domain/tokens.ts'
import type { Parts } from '../../server/parts.ts'
import { breaking, must, should } from '../shared/breach.ts'

const fixedHour = breaking(must('token.fixed-hour'))
const staysVoid = breaking(must('token.stays-void'))
const sameText = breaking(must('token.same-text'))

const minutes = 60_000

/** Tokens whose end moves, or that become valid again after it. */
export const tokenLifeDefects: Record<string, Defect> = {
  'token-expired-accepted-once': breaking(must('token.void-after-hour'))(
    'The newer list accepts an expired token one more time.',
    ({ tokens }) => {
      const forgiven = new Set<string>()
      wrap(tokens, 'isExpired', (isExpired) => (token, call) => {
        if (!isExpired(token, call) || call.family !== 'v1') return isExpired(token, call)
        return forgiven.size === forgiven.add(token.text).size
      })
    },
    { blocks: ['token.fixed-hour', 'token.stays-void'] },
  ),
  'token-slides': fixedHour(
    'Each use of a token restarts its hour.',
    (parts) => onUse(parts, (token) => (token.issuedAt = parts.clock.now())),
    { mayBreak: must('token.void-after-hour') },
  ),
  'token-slides-on-newer-list': fixedHour(
    'Each use of a token on the newer list adds five minutes to its life.',
    (parts) =>
      onUse(parts, (token, call) => {
        if (call.family === 'v1') token.issuedAt += 5 * minutes
      }),
    { mayBreak: must('token.void-after-hour') },
  ),
  'token-shortened-by-use-on-older-list': fixedHour(
    'A token that is used on the older list in its first half hour expires ten minutes early.',
    (parts) => {
      const used = new Set<string>()
      onUse(parts, (token, call) => {
        const early = parts.clock.now() - token.issuedAt < 30 * minutes
        if (!early || call.family !== 'users-v1' || used.has(token.text)) return
        used.add(token.text)
        token.issuedAt -= 10 * minutes
      })
    },
    { mayBreak: must('token.works-for-hour') },
  ),
  'token-slides-on-login': fixedHour(
    'A JSON login restarts the hour of every valid token of the account.',
    (parts) =>
      onLogin(parts, (token, call) => {
        if (call.encoding === 'json' && !parts.tokens.isExpired(token, call))
          token.issuedAt = parts.clock.now()
      }),
    { mayBreak: must('token.void-after-hour') },
  ),
  'token-voided-by-login': fixedHour(
    'A login revokes the older tokens of the account.',
    ({ tokens, ...parts }) =>
      onLogin({ ...parts, tokens }, (token) => void tokens.records.delete(token.text)),
    { mayBreak: must('token.works-for-hour') },
  ),
  'token-ended-by-signed-request': fixedHour(
    'A signed request to the older list ends the tokens of its user that were used twice, and only there.',
    (parts) => {
      const uses = new Map<string, string[]>()
      onUse(parts, ({ text }, { family = '' }) => uses.set(text, [...(uses.get(text) ?? []), family]))
      wrap(parts.methods, 'signature', (signature) => (text, call) => {
        const account = signature(text, call)
        for (const token of parts.tokens.records.values()) {
          const isOwn = call.family === 'users-v1' && token.username === account?.username
          if (isOwn && uses.get(token.text)?.join() === 'users-v1,users-v1')
            parts.tokens.records.delete(token.text)
        }
        return account
      })
    },
  ),
  'token-shortened-by-form-login': fixedHour(
    "A form-encoded login shortens the life of the account's older tokens to twenty minutes.",
    (parts) =>
      onLogin(parts, (token, call) => {
        if (call.encoding === 'form')
          token.issuedAt = Math.min(token.issuedAt, parts.clock.now() - 40 * minutes)
      }),
    { mayBreak: must('token.works-for-hour') },
  ),
  'token-revives-every-second-hour': staysVoid(
    'Only the minutes and whether the hour is even are compared, so a token works again an hour after it expired.',
    ({ clock, tokens }) => {
      tokens.isExpired = (token) => (clock.now() - token.issuedAt) % (120 * minutes) >= 60 * minutes
    },
  ),
  'token-revived-by-login': staysVoid(
    'A form-encoded login makes the expired tokens of the account valid again.',
    (parts) =>
      onLogin(parts, (token, call) => {
        if (call.encoding === 'form' && parts.tokens.isExpired(token, call))
          token.issuedAt = parts.clock.now()
      }),
  ),
  'token-good-at-same-time-of-day': staysVoid(
    'Only the time of day is compared, so a token works again every day.',
    ({ clock, tokens }) => {
      tokens.isExpired = (token) => (clock.now() - token.issuedAt) % (24 * 60 * minutes) >= 60 * minutes
    },
  ),
  'token-age-in-signed-32-bits': staysVoid(
    'A token’s age is counted in milliseconds in 32 bits: after 25 days it is negative, and the token works again.',
    ({ clock, tokens }) => {
      tokens.isExpired = (token) => ((clock.now() - token.issuedAt) | 0) >= 60 * minutes
    },
  ),
  'token-age-in-unsigned-32-bits': staysVoid(
    'A token’s age is counted in milliseconds in 32 bits: after 50 days it starts again, and the token works again.',
    ({ clock, tokens }) => {
      tokens.isExpired = (token) => (clock.now() - token.issuedAt) >>> 0 >= 60 * minutes
    },
  ),
  'token-revived-by-anothers-login': staysVoid(
    'A login makes the expired tokens of all other accounts valid again for a minute.',
    (parts) => {
      const { clock, tokens } = parts
      wrap(tokens, 'issue', (issue) => (account, call) => {
        for (const old of tokens.records.values()) {
          if (old.username !== account.username && tokens.isExpired(old, call))
            old.issuedAt = clock.now() - 59 * minutes
        }
        return issue(account, call)
      })
    },
    { mayBreak: must('token.void-after-hour') },
  ),
  'token-ends-when-idle': fixedHour(
    'A token that was used once expires after half an hour without use.',
    (parts) => {
      const { clock, tokens } = parts
      const last = new Map<string, number>()
      onUse(parts, (token) => last.set(token.text, clock.now()))
      wrap(tokens, 'isExpired', (isExpired) => (token, call) => {
        const usedAt = last.get(token.text) ?? clock.now()
        return clock.now() - usedAt > 30 * minutes || isExpired(token, call)
      })
    },
    { mayBreak: must('token.works-for-hour') },
  ),
  'token-voided-by-anothers-login': fixedHour(
    'A login of the first user revokes the tokens of the second, which are next to it in a cache.',
    wrapping('tokens.issue', (issue, { tokens }) => (account, call) => {
      for (const old of tokens.records.values())
        if (account.username === 'ada' && old.username === 'dee') tokens.records.delete(old.text)
      return issue(account, call)
    }),
  ),
  'old-token-removed-by-anothers-login': fixedHour(
    'A login of the first user removes old tokens of the second: those of more than 55 minutes.',
    wrapping('tokens.issue', (issue, { tokens, clock }) => (account, call) => {
      for (const old of tokens.records.values())
        if (account.username === 'ada' && old.username === 'dee' && clock.now() - old.issuedAt > 55 * minutes)
          tokens.records.delete(old.text)
      return issue(account, call)
    }),
  ),
  'token-voided-by-anothers-second-step': fixedHour(
    'A second step on the older family revokes the tokens of the first user, who has none.',
    wrapping('tokens.issue', (issue, { tokens }) => (account, call) => {
      for (const old of tokens.records.values())
        if (call.operation === 'second-step' && call.family === 'users-v1' && old.username === 'ada')
          tokens.records.delete(old.text)
      return issue(account, call)
    }),
    { mayBreak: must('token.works-for-hour') },
  ),
  'token-voided-by-tenth-login': fixedHour(
    'An account keeps ten tokens from form-encoded logins on the newer family; one more revokes the oldest.',
    keepNewest(10, ({ username, issuedBy: { family, encoding } }) => {
      return username === 'dee' && family === 'v1' && encoding === 'form'
    }),
  ),
  'token-voided-by-fifth-json-login': fixedHour(
    'An account keeps five tokens from JSON logins on the older family; one more revokes the oldest.',
    keepNewest(5, ({ username, issuedBy: { family, encoding } }) => {
      return username === 'ada' && family === 'users-v1' && encoding === 'json'
    }),
  ),
  'token-voided-by-twentieth-json-login': fixedHour(
    'An account keeps twenty tokens from JSON logins on the older family; one more revokes the oldest.',
    keepNewest(20, ({ username, issuedBy: { family, encoding } }) => {
      return username === 'ada' && family === 'users-v1' && encoding === 'json'
    }),
    { mayBreak: must('token.works-for-hour') },
  ),
  'token-lives-on-under-token-scheme': breaking([
    ...must('token.void-after-hour'),
    ...should('token.not-token-scheme'),
  ])(
    'A token also works under the scheme word Token, where it never expires.',
    wrapping('methods.token', (valid, { tokens, accounts }) => (text, call) => {
      const token = tokens.find(text, call)
      return valid(text, call) ?? (token && accounts.find(token.username, call))
    }),
  ),
  'token-same-text-shortened': sameText(
    'A login returns the token that is still valid, and leaves it half an hour less a minute.',
    (parts) => {
      parts.choices.sameTokenWhileItLives = true
      onAnsweredAgain(parts, (token) => {
        const end = parts.clock.now() + 29 * minutes
        token.issuedAt = Math.min(token.issuedAt, end - 60 * minutes)
      })
    },
  ),
  'token-same-text-lives-59-minutes': breaking(must('token.works-for-hour', 'token.same-text'))(
    'Tokens live 59 minutes; a login returns the one that is still valid, and in the first half hour restarts its life.',
    (parts) => {
      parts.choices.sameTokenWhileItLives = true
      parts.choices.tokenLifetimeSeconds = 59 * 60
      onAnsweredAgain(parts, (token) => {
        if (parts.clock.now() - token.issuedAt < 30 * minutes) token.issuedAt = parts.clock.now()
      })
    },
    { blocks: ['token.fixed-hour'] },
  ),
  'token-same-text-though-void': sameText(
    "A form-encoded login on the older family returns the account's first token, even if it has expired.",
    wrapping('tokens.issue', (issue, { tokens }) => (account, call) => {
      const isFirst = ({ username, issuedBy: { family, encoding } }: Token) =>
        username === account.username && family === 'users-v1' && encoding === 'form'
      const isWay = call.family === 'users-v1' && call.encoding === 'form' && call.operation === 'login'
      const first = isWay ? [...tokens.records.values()].find(isFirst) : undefined
      return first ?? issue(account, call)
    }),
    {
      mayBreak: must('token.works-for-hour', 'token.fixed-hour'),
      blocks: ['token.works-for-hour', 'token.fixed-hour'],
    },
  ),
  'token-same-text-prolonged': breaking(must('token.same-text', 'token.void-after-hour'))(
    'A login returns the token that is still valid, and extends it by two hours.',
    (parts) => {
      parts.choices.sameTokenWhileItLives = true
      onAnsweredAgain(parts, (token) => (token.issuedAt = parts.clock.now() + 60 * minutes))
    },
    { blocks: ['token.fixed-hour', 'token.stays-void'] },
  ),
}

/** Calls `change` each time a token was accepted. */
function onUse({ tokens }: Parts, change: (token: Token, call: Call) => unknown): void {
  wrap(tokens, 'accepts', (accepts) => (text, call) => {
    const username = accepts(text, call)
    const token = username === undefined ? undefined : tokens.find(text, call)
    if (token) change(token, call)
    return username
  })
}

/** Revokes all but so many of the tokens that `which` picks whenever one is issued. */
function keepNewest(count: number, which: (token: Token) => boolean): Apply {
  return wrapping('tokens.issue', (issue, { tokens }) => (account, call) => {
    const token = issue(account, call)
    for (const old of [...tokens.records.values()].filter(which).slice(0, -count))
      tokens.records.delete(old.text)
    return token
  })
}

/** Calls `change` for each older token of an account that logs in. */
function onLogin({ tokens }: Parts, change: (token: Token, call: Call) => unknown): void {
  wrap(tokens, 'issue', (issue) => (account, call) => {
    for (const old of tokens.records.values()) if (old.username === account.username) change(old, call)
    return issue(account, call)
  })
}

/** Calls `change` for a token that a login returns again. */
function onAnsweredAgain({ tokens }: Parts, change: (token: Token) => unknown): void {
  wrap(tokens, 'issue', (issue) => (account, call) => {
    const known = new Set(tokens.records.keys())
    const token = issue(account, call)
    if (known.has(token.text)) change(token)
    return token
  })
}
