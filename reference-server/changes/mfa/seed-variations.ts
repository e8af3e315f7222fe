import { choose, type Variation, wrap, wrapping } from '../change.ts'
import type { Account } from '../../domain/accounts.ts'
import type { Parts } from '../../server/parts.ts'
import { because, legal } from '../legal.ts'

/** The form and the lifetime of seeds. */
export const seedVariations: Record<string, Variation> = {
  'seeds-are-jwts': seedText('A seed has the form of a JWT.', ({ random }, account) =>
    [JSON.stringify({ alg: 'HS256' }), JSON.stringify({ sub: account.username }), random(32)]
      .map((part) => Buffer.from(part as string).toString('base64url'))
      .join('.'),
  ),
  // A client that takes it for a number loses the zero at its start.
  'seeds-are-six-digits': seedText('A seed is six digits.', ({ random }) =>
    String(random(4).readUInt32BE() % 100_000).padStart(6, '0'),
  ),
  // The last one is an equals sign.
  'seeds-are-long': seedText('A seed has a thousand characters.', ({ random }) =>
    random(749).toString('base64'),
  ),
  'seeds-are-read-as-base64': legal('A seed is base64, and compared by its bytes.', (parts) => {
    named(parts, ({ random }) => random(16).toString('base64'))
    wrap(parts.seeds, 'find', (find) => (text, call) => {
      return find(Buffer.from(text, 'base64').toString('base64'), call)
    })
  }),
  'seeds-are-unicode': seedText(
    'A seed contains non-ASCII letters, also in two parts, quotes, a backslash and spaces, also around it.',
    ({ random }) => ` sämling o\u0308 "中文" \\n & ${random(12).toString('hex')} = 100%25 + `,
  ),
  'seeds-are-short': seedText('A seed has four letters and digits.', ({ random }) =>
    random(2).toString('hex'),
  ),
  'seeds-fold-case': legal('Seeds are compared without letter case and surrounding spaces.', ({ seeds }) => {
    wrap(seeds, 'find', (find) => (text, call) => {
      const same = [...seeds.records.keys()].find(
        (known) => known.toLowerCase() === text.trim().toLowerCase(),
      )
      return find(same ?? text, call)
    })
  }),
  'wrong-code-spends-seed': legal(
    'A seed is valid for one submission, whether the code is valid or not.',
    choose({ wrongCodeSpendsSeed: true }),
  ),
  'spent-seed-uses-up-code': legal(
    'A valid code is used up before the server notices that the seed was already used.',
    wrapping('seeds.find', (find, { accounts, oneTimeCodes, seeds }) => (text, call) => {
      const spent = seeds.records.get(text)
      const account = spent?.spent ? accounts.find(spent.username) : undefined
      const code = (call?.body as { otp_code?: unknown } | undefined)?.otp_code
      if (account && call && typeof code === 'string') oneTimeCodes.accepts(account, code, call)
      return find(text, call)
    }),
  ),
  'newer-challenge-voids-older': legal(
    'A new challenge revokes the older ones of the account.',
    choose({ newChallengeVoidsOlder: true }),
  ),
  'newer-challenge-voids-all': legal(
    'The server keeps one open challenge: a first step of any account revokes the older ones.',
    wrapping('seeds.issue', (issue, { seeds }) => (account, call) => {
      for (const old of seeds.records.values()) old.spent = true
      return issue(account, call)
    }),
    { inconclusive: because('no seed of the same age shows that age did not end it', ['mfa.seed-one-time']) },
  ),
  'two-open-challenges': legal(
    'The server keeps two open challenges: a third first step revokes the oldest.',
    wrapping('seeds.issue', (issue, { seeds }) => (account, call) => {
      const [oldest, ...others] = [...seeds.records.values()].filter(({ spent }) => !spent)
      if (oldest && others.length > 0) oldest.spent = true
      return issue(account, call)
    }),
  ),
  'newer-challenge-same-seed': legal(
    'Until its seed is used, an account gets the same seed again.',
    wrapping('seeds.issue', (issue, { seeds }) => (account, call) => {
      const live = [...seeds.records.values()].find(
        ({ text, username }) => username === account.username && seeds.find(text, call),
      )
      return live ?? issue(account, call)
    }),
  ),
  'seeds-live-an-hour': legal('A seed lives an hour.', choose({ seedLifetimeSeconds: 3600 })),
  'seeds-live-five-seconds': legal('A seed lives five seconds.', choose({ seedLifetimeSeconds: 5 })),
  'seeds-live-ten-seconds': legal('A seed lives ten seconds.', choose({ seedLifetimeSeconds: 10 })),
  'seeds-live-twenty-seconds': legal('A seed lives twenty seconds.', choose({ seedLifetimeSeconds: 20 })),
}

function seedText(summary: string, text: SeedText): Variation {
  return legal(summary, (parts) => named(parts, text))
}

type SeedText = (parts: Parts, account: Account) => string

function named(parts: Parts, text: SeedText): void {
  const { seeds } = parts
  wrap(seeds, 'issue', (issue) => (account, call) => {
    const seed = issue(account, call)
    seeds.records.delete(seed.text)
    do seed.text = text(parts, account)
    while (seeds.records.has(seed.text))
    seeds.records.set(seed.text, seed)
    return seed
  })
}
