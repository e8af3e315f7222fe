// Lists without credentials, and with credentials that the server never issued.

import { expect } from '../../harness/engine/case/expect.ts'
import { declaredAccounts } from '../../harness/client/api/api-login.ts'
import {
  anonymous,
  authorization,
  bearer,
  cookie,
  privateToken,
  signature,
  type Credential,
} from '../../harness/client/credentials/credentials.ts'
import { families, type Family } from '../../harness/facts/families.ts'
import type { Run } from '../../harness/run/run.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { demandLoggedIn, sessionCookie } from '../session/session-cookie.ts'
import { injection } from '../wrong-values/injection.ts'
import {
  forgedClaims,
  hashesOf,
  patternsOf,
  unsignedTokens,
  wordsForNothing,
} from '../wrong-values/loose-comparisons.ts'
import { isSameText } from '../wrong-values/legal-equals.ts'
import { firstChanged, inLongestPart, lastChanged, oneChanged } from '../wrong-values/near-misses.ts'
import { methods } from '../users/methods.ts'
import { rejectedList } from '../case/pair.ts'
import { requirement } from '../case/requirement.ts'
import { unusualPlaces, type Place } from '../token/places.ts'

const onList = (family: Family): string => `on the ${family} list`

rejectedList(
  'anonymous.no-credentials',
  onList,
  { changed: 'no credentials are sent' },
  async ({ api }, family) => ({
    valid: await api.anyAccepted(family),
    // Uses a fresh connection: other cases judge whether the server remembers a connection.
    invalid: [['no credentials', undefined, { wire: { freshConnection: true } }]],
  }),
)

rejectedList(
  'anonymous.no-credentials',
  (family) => `with unknown schemes on the ${family} list`,
  { changed: 'the Authorization header' },
  async ({ api, run }, family) => {
    const word = run.random.word(24)
    // The usernames with an empty password, one of them with a wrong one (RFC 7617), and the scheme words alone.
    const [first = '', ...names] = declaredAccounts(run).map(({ username }) => username)
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
    const name = /^[\w.@-]+$/.test(first) ? first : word
    const values: [what: string, value: string][] = [
      ['an unknown scheme word', `Unknown ${word}`],
      ['a word without a scheme', word],
      ...['', first, ...names].map((name): [string, string] => ['an empty password', basic(`${name}:`)]),
      ['a wrong password', basic(`${first}:${word}`)],
      [
        'a wrong digest',
        `Digest username="${name}", realm="api", nonce="${word}", uri="/", response="${word}"`,
      ],
      ['an API key', `ApiKey ${word}`],
      ...['Bearer', 'Token', 'Signature', 'Basic'].map((scheme): [string, string] => [
        'a scheme word alone',
        scheme,
      ]),
    ]
    return {
      valid: await api.anyAccepted(family),
      invalid: values.map(([what, value]) => [what, authorization('no method', value)] as const),
    }
  },
)

// An API key has no place in the specification, but a gateway, or what is left of one, may look for it there.
rejectedList(
  'anonymous.no-credentials',
  (family) => `with a made-up text in other places on the ${family} list`,
  { changed: 'where the credentials are' },
  async ({ api, run }, family) => {
    const word = run.random.word(32)
    const wire = { freshConnection: true }
    const places: Place[] = [
      ...unusualPlaces(word),
      ['in the header X-API-Key', anonymous, { headers: [['X-API-Key', word]] }],
      ['in the query parameter api_key', anonymous, { query: `api_key=${word}` }],
    ]
    return {
      valid: await api.anyAccepted(family),
      invalid: places.map(([what, credential, more]) => [what, credential, { ...more, wire }] as const),
    }
  },
)

rejectedList(
  'anonymous.unknown-token',
  onList,
  { needs: ['account'], changed: 'the token' },
  async ({ api, account, run }) => {
    const { username } = account
    const token = await api.token(account)
    const made = strangers(token, run.random.word(32), publicNames(run, username), run.random.below)
    const invalid = [...made, ...keySecretsOf(run, username, token)]
    return { valid: bearer(token, username), invalid: each(invalid, bearer) }
  },
)

rejectedList(
  'anonymous.unknown-private-token',
  onList,
  { needs: ['privateTokenOf'], changed: 'the private token' },
  ({ privateTokenOf: { token, username }, run }) => {
    const made = strangers(token, run.random.word(40), publicNames(run, username), run.random.below)
    const invalid = [...made, ...keySecretsOf(run, username, token)]
    return { valid: privateToken(token, username), invalid: each(invalid, privateToken) }
  },
)

rejectedList(
  'anonymous.unknown-session',
  onList,
  { needs: ['session'], changed: 'the cookie' },
  async ({ session, run }) => {
    const { value, username } = await sessionCookie(run, session)
    const made = strangers(value, run.random.word(32), publicNames(run, username), run.random.below)
    return { valid: cookie(value, username), invalid: each([['nothing', ''], ...made], cookie) }
  },
)

rejectedList(
  'anonymous.unknown-key',
  onList,
  { needs: ['accessKey'], changed: 'key ID and key secret' },
  ({ accessKey, run }) => {
    const keyId = alike(accessKey.keyId, run.random.below)
    const secrets = [run.random.word(36), '', keyId, ...wordsForNothing]
    const pairs = secrets.map((keySecret) => ({ keyId, keySecret, username: '' }))
    // A name that every object of JavaScript has, and its secret, which none has.
    const member = { keyId: 'constructor', keySecret: 'undefined', username: '' }
    return {
      valid: signature(accessKey),
      invalid: [
        ...pairs.map((pair) => ['a key ID that no key has', signature(pair)] as const),
        ['the key ID constructor', signature(member)],
      ],
    }
  },
)

for (const [name, needs, credential] of methods) {
  rejectedList(
    'anonymous.next-request',
    (family) => `after ${name} on the ${family} list`,
    { changed: 'no credentials are sent', needs },
    async (tools: Tools) => ({
      valid: await credential(tools),
      invalid: [['no credentials', undefined]],
      sent: { wire: { connection: `next-request-${tools.run.random.word(6)}` } },
    }),
  )
}

// A server may keep a rejection with the connection, or with the thread that serves it.
for (const family of families) {
  for (const [, needs, credential, accepted] of methods) {
    requirement(
      accepted,
      `on a connection after rejected requests, on ${family}`,
      { needs },
      async (tools) => {
        const { api, run } = tools
        await api.listed(family, await credential(tools))
        const wire = { connection: `after-rejection-${run.random.word(6)}` }
        for (const invalid of [undefined, bearer(run.random.word(32))])
          await api.list(family, invalid, { role: 'step', wire })
        expect(await api.list(family, await credential(tools), { wire })).toListUsers()
      },
    )
  }
}

requirement(
  'anonymous.next-request',
  'after a login on the web page',
  { changed: 'no credentials are sent', needs: ['session', 'account'] },
  async ({ api, session, account, run }) => {
    for (const family of api.listFamilies()) {
      const wire = { connection: `next-request-${run.random.word(6)}` }
      await api.betweenLists(family, await api.anyAccepted(family), {}, async () => {
        await demandLoggedIn(await session.logIn(account, wire), account.username)
        expect(await api.list(family, undefined, { wire })).toBeRejected()
      })
    }
  },
)

type Named = readonly [what: string, text: string]

const each = (all: readonly Named[], credential: (text: string) => Credential) =>
  all.map(([what, text]) => [what, credential(text)] as const)

/**
 * Values that the server never issued: one of the valid one's form, one of a common form, parts of the valid one and
 * longer texts, its hashes, publicly known names, the words for a missing value in several languages, a name that every object of
 * JavaScript has, patterns, and a valid token without its proof.
 */
function strangers(
  valid: string,
  common: string,
  named: readonly string[],
  below: (limit: number) => number,
): Named[] {
  const changed = (change: (part: string) => string) => inLongestPart(valid, change)
  const near = [
    ['one of the same form', alike(valid, below)],
    ['the first half of the valid one', changed((part) => part.slice(0, part.length / 2))],
    ['the valid one without its end', changed((part) => part.slice(0, -3))],
    ['the valid one without its beginning', changed((part) => part.slice(3))],
    ['the valid one twice', changed((part) => part + part)],
    ['the valid one with another first character', changed(firstChanged)],
    ['the valid one with another character in the middle', changed(oneChanged)],
    // What pads base64 may not count.
    [
      'the valid one with another last character',
      changed((part) => (part.endsWith('=') ? '' : lastChanged(part))),
    ],
    ...hashesOf(valid).map(([name, hash]) => [`the ${name} hash of the valid one`, hash] as const),
  ] as const
  const words = [...named, ...wordsForNothing, '0', '1', 'constructor'].map(
    (word) => [`the word ${word}`, word] as const,
  )
  return [
    ...near.filter(([, text]) => text.length > 3),
    ['one of a common form', common] as const,
    ...words,
    ...patternsOf(valid).map((text) => [`the pattern ${text}`, text] as const),
    ['a condition of SQL', injection] as const,
    ...unsignedTokens(valid),
    ...forgedClaims(valid),
  ].filter(([, text]) => !isSameText(text, valid))
}

/** Returns what is publicly known of a user: the name, and the key IDs of access keys. */
function publicNames({ declaration: { accessKeys } }: Run, username: string | undefined): string[] {
  const keyIds = (accessKeys || []).slice(0, 1).map(({ keyId }) => keyId)
  return [username, ...keyIds].filter((name) => name !== undefined && /^[\w.@-]+$/.test(name)) as string[]
}

/** Returns the secret of the user's access key, which may be in the same table as the tokens. */
function keySecretsOf({ declaration: { accessKeys } }: Run, username: string, valid: string): Named[] {
  const own = (accessKeys || []).find((key) => key.username === username)
  if (own === undefined || isSameText(own.keySecret, valid) || !/^[\w.@-]+$/.test(own.keySecret)) return []
  return [['the secret of an access key', own.keySecret]]
}

/** Draws new letters and digits for a text of the same form; the result differs by more than letter case. */
function alike(text: string, below: (limit: number) => number): string {
  const drawn = text.replaceAll(/[0-9a-f]/gi, () => below(16).toString(16))
  return drawn.toLowerCase() === text.toLowerCase() ? `${text}0` : drawn
}
