import { expect } from '../../harness/engine/expect.ts'
import { declaredAccounts } from '../../harness/client/api.ts'
import {
  authorization,
  bearer,
  cookie,
  privateToken,
  signature,
  type Credential,
} from '../../harness/client/credentials.ts'
import { families } from '../../harness/client/families.ts'
import { between } from '../../harness/client/steps.ts'
import type { Run } from '../../harness/engine/run.ts'
import type { Need, Tools } from '../../harness/engine/tools.ts'
import { sessionCookie } from '../session/session-cookie.ts'
import { forgedClaims, injection, patternsOf, unsignedTokens } from '../wrong-values/loose-comparisons.ts'
import { isSameText } from '../wrong-values/legal-equals.ts'
import { requirement } from '../requirement.ts'

for (const family of families) {
  requirement(
    'anonymous.no-credentials',
    `on the ${family} list`,
    { changed: 'no credentials are sent' },
    async ({ api }) => {
      const right = await api.anyAccepted(family)
      await between(
        () => api.listed(family, right),
        // On a connection that carried nothing before: what a connection remembers is judged on its own.
        async () =>
          expect(await api.list(family, undefined, { wire: { freshConnection: true } })).toBeRejected(),
      )
    },
  )

  requirement(
    'anonymous.no-credentials',
    `under scheme words of no method on the ${family} list`,
    { changed: 'the Authorization header' },
    async ({ api, run }) => {
      const right = await api.anyAccepted(family)
      const word = run.random.word(24)
      // User names with an empty password, one with a wrong one (RFC 7617), and the scheme words alone.
      const [first = '', ...names] = declaredAccounts(run).map(({ username }) => username)
      const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
      const values: [what: string, value: string][] = [
        ['an unknown scheme word', `Unknown ${word}`],
        ['a word without a scheme', word],
        ...['', first, ...names].map((name): [string, string] => ['an empty password', basic(`${name}:`)]),
        ['a wrong password', basic(`${first}:${word}`)],
        ...['Bearer', 'Token', 'Signature'].map((scheme): [string, string] => [
          'a scheme word alone',
          scheme,
        ]),
      ]
      await between(
        () => api.listed(family, right),
        async () => {
          for (const [what, value] of values)
            expect(await api.list(family, authorization('no method', value))).toBeRejected(what)
        },
      )
    },
  )

  requirement(
    'anonymous.unknown-token',
    `on the ${family} list`,
    { needs: ['account'], changed: 'the token' },
    async ({ api, account, run }) => {
      const token = await api.token(account)
      const made = strangers(token, run.random.word(32), publicNames(run, account.username), run.random.below)
      await between(
        () => api.listed(family, bearer(token, account.username)),
        async () => {
          for (const [what, other] of made) expect(await api.list(family, bearer(other))).toBeRejected(what)
        },
      )
    },
  )

  requirement(
    'anonymous.unknown-private-token',
    `on the ${family} list`,
    { needs: ['privateTokenOf'], changed: 'the private token' },
    async ({ api, privateTokenOf, run }) => {
      const { token, username } = privateTokenOf
      const made = strangers(token, run.random.word(40), publicNames(run, username), run.random.below)
      await between(
        () => api.listed(family, privateToken(token, username)),
        async () => {
          for (const [what, other] of made)
            expect(await api.list(family, privateToken(other))).toBeRejected(what)
        },
      )
    },
  )

  requirement(
    'anonymous.unknown-session',
    `on the ${family} list`,
    { needs: ['session'], changed: 'the cookie' },
    async ({ api, session, run }) => {
      const { value, username } = await sessionCookie(run, session)
      const made = [
        ['nothing', ''] as const,
        ...strangers(value, run.random.word(32), publicNames(run, username), run.random.below),
      ]
      const logged = cookie(value, username)
      await between(
        () => api.listed(family, logged),
        async () => {
          for (const [what, other] of made) expect(await api.list(family, cookie(other))).toBeRejected(what)
        },
      )
    },
  )

  requirement(
    'anonymous.unknown-key',
    `on the ${family} list`,
    { needs: ['accessKey'], changed: 'key ID and key secret' },
    async ({ api, accessKey, run }) => {
      const unknown = {
        keyId: alike(accessKey.keyId, run.random.below),
        keySecret: run.random.word(36),
        username: '',
      }
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => {
          const { keyId, keySecret } = unknown
          for (const secret of [keySecret, '', keyId, 'undefined', 'null', 'None'])
            expect(await api.list(family, signature({ ...unknown, keySecret: secret }))).toBeRejected()
        },
      )
    },
  )
}

nextRequest('token', async ({ api, account }) => bearer(await api.token(account), account.username), [
  'account',
])
nextRequest(
  'private token',
  async ({ privateTokenOf: { token, username } }) => privateToken(token, username),
  ['privateTokenOf'],
)
nextRequest('signature', async ({ accessKey }) => signature(accessKey), ['accessKey'])
nextRequest(
  'session',
  async ({ session, run }) => {
    const { value, username } = await sessionCookie(run, session)
    return cookie(value, username)
  },
  ['session'],
)

function nextRequest(method: string, right: (tools: Tools) => Promise<Credential>, needs: Need[]): void {
  for (const family of families) {
    const options = { changed: 'no credentials are sent', needs }
    requirement(
      'anonymous.next-request',
      `after a ${method} on the ${family} list`,
      options,
      async (asked) => {
        const { api, run } = asked
        const wire = { connection: `next-request-${run.random.word(6)}` }
        const credential = await right(asked)
        await between(
          () => api.listed(family, credential, { wire }),
          async () => expect(await api.list(family, undefined, { wire })).toBeRejected(),
        )
      },
    )
  }
}

/**
 * Values that nobody was given: of the right one's form, of a common one, parts of the right one and more than it, the
 * names that everybody may know, what a missing value looks like in several languages, patterns, and a right one without its proof.
 */
function strangers(
  right: string,
  common: string,
  named: readonly string[],
  below: (limit: number) => number,
): (readonly [what: string, text: string])[] {
  const near = [
    ['one of the same form', alike(right, below)],
    ['the first half of the right one', right.slice(0, right.length / 2)],
    ['the right one without its end', right.slice(0, -3)],
    ['the right one without its beginning', right.slice(3)],
    ['the right one twice', right + right],
  ] as const
  const words = [...named, 'null', 'undefined', 'None', '0', '1'].map(
    (word) => [`the word ${word}`, word] as const,
  )
  return [
    ...near.filter(([, text]) => text.length > 3),
    ['one of a common form', common] as const,
    ...words,
    ...patternsOf(right).map((text) => [`the pattern ${text}`, text] as const),
    ['a condition of SQL', injection] as const,
    ...unsignedTokens(right),
    ...forgedClaims(right),
  ].filter(([, text]) => !isSameText(text, right))
}

/** What everybody may know of a user: the name, and the public identifiers of access keys. */
function publicNames({ declaration: { accessKeys } }: Run, username: string | undefined): string[] {
  const keyIds = (accessKeys || []).slice(0, 1).map(({ keyId }) => keyId)
  return [username, ...keyIds].filter((name) => name !== undefined && /^[\w.@-]+$/.test(name)) as string[]
}

/** A text of the same form that is not the same in any letter case: letters and digits are drawn anew. */
function alike(text: string, below: (limit: number) => number): string {
  const drawn = text.replaceAll(/[0-9a-f]/gi, () => below(16).toString(16))
  return drawn.toLowerCase() === text.toLowerCase() ? `${text}0` : drawn
}
