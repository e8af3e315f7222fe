import { should } from '../shared/breach.ts'
import { createHmac } from 'node:crypto'
import { cookieValue } from '../../common/call.ts'
import { choose, type Variation, wrap, wrapping } from '../change.ts'
import type { Token } from '../../domain/tokens.ts'
import type { Parts } from '../../server/parts.ts'
import { randomUuid } from '../../common/random.ts'
import { legal } from '../legal.ts'

/** The form of tokens, and what a second login returns. */
export const tokenVariations: Record<string, Variation> = {
  'same-token-while-it-lives': legal(
    'A login returns the previous token while that is valid.',
    choose({ sameTokenWhileItLives: true }),
  ),
  'same-token-then-a-wait': legal(
    'A login returns the previous token while that is valid. When it has ended, it gets 503 for a second.',
    (parts) => {
      parts.choices.sameTokenWhileItLives = true
      const { clock, tokens } = parts
      const busy = new Error('deleting expired tokens')
      const done = new Map<string, number>()
      wrap(tokens, 'issue', (issue) => (account, call) => {
        const last = [...tokens.records.values()].findLast(({ username }) => username === account.username)
        if (last && call.operation === 'login' && tokens.isExpired(last, call)) {
          const doneAt = done.get(last.text) ?? clock.now() + 1000
          done.set(last.text, doneAt)
          if (clock.now() < doneAt) throw busy
        }
        return issue(account, call)
      })
      wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
        try {
          return await handle(handler, call, reply)
        } catch (error) {
          if (error !== busy) throw error
          return reply.status(503).header('retry-after', '1').send({ detail: busy.message })
        }
      })
    },
  ),
  'same-token-renewed': legal('A login returns the previous token, and restarts its hour.', (parts) => {
    parts.choices.sameTokenWhileItLives = true
    wrap(parts.tokens, 'issue', (issue) => (account, call) => {
      const token = issue(account, call)
      token.issuedAt = parts.clock.now()
      return token
    })
  }),
  'same-token-on-each-path': legal(
    'A login returns the same token again if it uses the same path and encoding.',
    wrapping('tokens.issue', (issue, { tokens }) => (account, call) => {
      const again = [...tokens.records.values()].find(
        (token) =>
          token.username === account.username &&
          token.issuedBy.family === call.family &&
          !tokens.isExpired(token, call),
      )
      return again ?? issue(account, call)
    }),
  ),
  'same-token-of-two-servers': legal(
    'Logins go to two servers in turn. Each returns its own token while that is valid, at first one of forty minutes ago.',
    (parts) => {
      const { clock, tokens } = parts
      const logins = new Map<string, number>()
      const held = new Map<string, Token>()
      wrap(tokens, 'issue', (issue) => (account, call) => {
        const login = logins.get(account.username) ?? 0
        logins.set(account.username, login + 1)
        const place = `${login % 2} ${account.username}`
        const old = held.get(place)
        if (old && !tokens.isExpired(old, call)) return old
        const token = issue(account, call)
        if (!old) token.issuedAt = clock.now() - 2_400_000
        held.set(place, token)
        return token
      })
    },
  ),
  'same-token-for-ever': legal(
    'An account always has the same token; a login after its hour makes it valid again.',
    (parts) => {
      // Skips tokens issued before this applied, whose text may have another form.
      const before = new Set(parts.tokens.records.keys())
      wrap(parts.tokens, 'issue', (issue) => (account, call) => {
        const known = [...parts.tokens.records].find(
          ([text, { username }]) => username === account.username && !before.has(text),
        )?.[1]
        if (known && parts.tokens.isExpired(known, call)) known.issuedAt = parts.clock.now()
        return known ?? issue(account, call)
      })
    },
  ),
  'tokens-also-in-cookies-and-queries': legal(
    'For its hour, a token also works in a cookie and in the query.',
    wrapping('authenticate', (of, parts) => async (call) => {
      const query = new URLSearchParams(call.target.split('?')[1])
      const sent = [cookieValue(call, 'sessionid'), cookieValue(call, 'token'), query.get('access_token')]
      const account = await of(call)
      if (account || call.operation !== 'list') return account
      const username = sent.map((text) => text && parts.tokens.accepts(text, call)).find(Boolean)
      return username ? parts.accounts.find(username, call) : undefined
    }),
  ),
  'tokens-are-numbered': legal(
    'A token begins with the number of its record, as in 12|…, but is found without that too.',
    (parts) => {
      const { tokens } = parts
      let count = 9
      tokensNamed(parts, (_parts, { text }) => `${++count}|${text}`)
      wrap(tokens, 'find', (find) => (text, call) => {
        const found = find(text, call)
        if (found || text.includes('|')) return found
        return [...tokens.records.values()].find((token) => token.text.split('|')[1] === text)
      })
    },
  ),
  'tokens-are-jwts': tokenText('A token has the form of a JWT.', ({ random }, token) =>
    [
      { alg: 'HS256', typ: 'JWT' },
      { sub: token.username, iat: Math.floor(token.issuedAt / 1000) },
      random(32).toString('hex'),
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.'),
  ),
  'tokens-of-one-second-are-alike': tokenText(
    'A token is a signed claim of who logged in and when: two logins in one second return the same.',
    (_parts, { username, issuedAt }) => {
      const claims = JSON.stringify({ sub: username, iat: Math.floor(issuedAt / 1000) })
      const signed = ['{"alg":"HS256"}', claims]
        .map((part) => Buffer.from(part).toString('base64url'))
        .join('.')
      return `${signed}.${createHmac('sha256', 'of this server').update(signed).digest('base64url')}`
    },
  ),
  'tokens-are-base64': tokenText(
    'A token contains +, / and =.',
    ({ random }) => `+/${random(31).toString('base64')}`,
  ),
  'tokens-are-read-as-base64': legal('A token is base64, and compared by its bytes.', (parts) => {
    const { tokens } = parts
    tokensNamed(parts, ({ random }) => random(32).toString('base64'))
    wrap(tokens, 'find', (find) => (text, call) => find(Buffer.from(text, 'base64').toString('base64'), call))
  }),
  'tokens-are-uuids': tokenText('A token is a UUID.', ({ random }) => randomUuid(random)),
  'tokens-are-long': tokenText('A token has two thousand characters.', ({ random }) =>
    random(1500).toString('base64url'),
  ),
  // A client that takes it for a number loses the zero at its start.
  'tokens-are-short': tokenText('A token has ten digits.', ({ random }) =>
    String(random(6).readUIntBE(0, 6) % 1_000_000_000).padStart(10, '0'),
  ),
  'tokens-fold-case': legal('Tokens are compared without letter case.', ({ tokens }) => {
    wrap(tokens, 'find', (find) => (text, call) => {
      const same = [...tokens.records.keys()].find((known) => known.toLowerCase() === text.toLowerCase())
      return find(same ?? text, call)
    })
  }),
  'private-tokens-fold-case': legal(
    'Private tokens are compared without letter case.',
    wrapping('privateTokens.find', (find) => (text, call) => find(text.toLowerCase(), call)),
  ),
  'scheme-words-exact': legal(
    'The letter case of scheme words matters.',
    choose({ schemeWordsFoldCase: false }),
  ),
  'token-under-token-scheme': legal(
    'A one-hour token also works under the scheme word Token.',
    ({ methods }) => {
      wrap(methods, 'token', (token) => (text, call) => token(text, call) ?? methods.bearer(text, call))
    },
    { breaks: should('token.not-token-scheme') },
  ),
}

function tokenText(summary: string, text: TokenText): Variation {
  return legal(summary, (parts) => tokensNamed(parts, text))
}

type TokenText = (parts: Parts, token: Token) => string

export function tokensNamed(parts: Parts, text: TokenText): void {
  const { tokens } = parts
  const done = new WeakSet<Token>()
  wrap(tokens, 'issue', (issue) => (account, call) => {
    const token = issue(account, call)
    // With another variation, a login may return an older token again.
    if (done.has(token)) return token
    done.add(token)
    tokens.records.delete(token.text)
    token.text = text(parts, token)
    tokens.records.set(token.text, token)
    return token
  })
}
