import {
  authorization,
  bearer,
  privateToken,
  signature,
  type Credential,
} from '../../harness/client/credentials/credentials.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { NotDeclared, SetupFailed } from '../../harness/outcomes.ts'
import { observation } from '../measuring/observe.ts'
import { confirmed, limitInWords, limitOf } from '../measuring/limit-of.ts'
import { acceptedOr, opens, together } from '../measuring/words.ts'

const hour = 3600
const day = 24 * hour

observation('observe.token-lifetime', { needs: ['account', 'clock'] }, async (tools) => {
  const { api, account, clock, run } = tools
  const family = api.listFamily()
  const works = async (token: string) => opens(await api.list(family, bearer(token, account.username)))
  try {
    const limit = await limitOf({
      most: 2 * day,
      usual: [hour - 1, day - 1],
      async works(seconds) {
        const token = await unheardToken(tools)
        await clock.until(run.tokens.of(token).firstSentAt + seconds * 1000)
        return await works(token)
      },
    })
    const sure = await confirmed(limit, async () => {
      if (!(await works(await api.token(account))))
        throw new SetupFailed('even a fresh token was rejected at the end')
    })
    // Reports show it next to rules that a token prolonged by use breaks too; it is not that token's lifetime.
    return `unused: ${limitInWords(sure, { worked: 'it was accepted', failed: 'it was rejected', exact: 'fails' })}`
  } catch (error) {
    const isExpected = error instanceof SetupFailed || error instanceof NotDeclared
    const { accepted, rejected = 0 } = run.tokens.seen
    if (!isExpected || accepted === undefined) throw error
    const end = rejected > accepted ? ` and no longer at ${rejected} s` : ''
    return `works at least until ${accepted} s after issue${end}; not looked further (${error.message})`
  }
})

/** Returns a token that no earlier login returned, even if the server returns the same one while it is valid. */
async function unheardToken({ api, account, clock, run }: Tools): Promise<string> {
  const first = await api.token(account)
  if (run.tokens.isFresh(first)) return first
  await clock.forward(2)
  const second = await api.token(account)
  if (second !== first) return second
  for (const seconds of [hour, day]) {
    await clock.until(run.tokens.of(second).lastAnsweredAt + (seconds + 31) * 1000)
    // The request finds out whether the token is that old, before a login renews it or the clock reaches its limit.
    await api.list(api.listFamily(), bearer(second, account.username))
    const fresh = await api.token(account)
    if (fresh !== second) return fresh
  }
  throw new SetupFailed('each login answers the same token, which does not expire')
}

observation('observe.token-again', { needs: ['account', 'clock'] }, async ({ api, account, clock, run }) => {
  const first = await api.token(account)
  if ((await api.token(account)) !== first) return 'no: each login returns a new token'
  await clock.until(run.tokens.of(first).lastAnsweredAt + (hour + 31) * 1000)
  const token = await api.token(account)
  if (token === first) return 'yes, and it does not expire an hour after its last answer'
  const { firstSentAt } = run.tokens.of(token)
  await clock.until(firstSentAt + (hour / 2) * 1000)
  const again = await api.token(account)
  if (again !== token) return 'yes, but at half time a login answers another one'
  await clock.until(firstSentAt + (hour + 31) * 1000)
  const alive = opens(await api.list(api.listFamily(), bearer(token)))
  return `yes, and that ${alive ? 'begins its hour again' : 'does not begin its hour again'}`
})

observation('observe.token-form', { needs: ['account'] }, async ({ api, account }) => {
  const tokens = new Set<string>()
  for (let login = 0; login < enoughTokens; login++) {
    const token = await api.token(account)
    if (tokens.has(token)) break
    tokens.add(token)
  }
  return formOf([...tokens])
})

/**
 * A single token may lack some character of its alphabet by chance; several don't. A server may return the same one each
 * time.
 */
const enoughTokens = 8

function formOf(tokens: readonly string[]): string {
  const lengths = [...new Set(tokens.map(({ length }) => length))].sort((a, b) => a - b)
  const length = `${lengths.join(' or ')} characters`
  const every = (pattern: RegExp) => tokens.every((token) => pattern.test(token))
  if (every(/^[\w-]+\.[\w-]+\.[\w-]*$/)) return `${length}, three parts as a JSON Web Token has`
  if (every(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)) return `${length}, a UUID`
  const alphabets: [RegExp, string][] = [
    [/^[\da-f]+$/, 'hexadecimal'],
    [/^[\da-zA-Z]+$/, 'letters and digits'],
    [/^[\w-]+$/, 'base64url'],
    [/^[\da-zA-Z+/]+=*$/, 'base64'],
  ]
  if (tokens.length < enoughTokens && !every(/^[\da-f]+$/) && every(/^[\da-zA-Z+/_=-]+$/))
    return `${length}, opaque, the alphabet of base64 or a part of it (too few tokens to tell)`
  return `${length}, opaque, ${alphabets.find(([pattern]) => every(pattern))?.[1] ?? 'other characters'}`
}

observation('observe.scheme-case', { needs: ['account', 'accessKey'] }, async (tools) => {
  const { api, run } = tools
  const { accounts, privateTokens, accessKeys } = run.declaration
  const family = api.listFamily()
  const held: [string, Credential][] = []
  if (accounts.plain) held.push(['Bearer', bearer(await api.token(accounts.plain))])
  if (privateTokens.plain) held.push(['Token', privateToken(privateTokens.plain.token)])
  for (const key of (accessKeys || []).slice(0, 1)) held.push(['Signature', signature(key)])
  if (held.length === 0) throw new NotDeclared('accounts.plain')
  const findings: [string, string][] = []
  for (const [word, credential] of held) {
    for (const written of [word.toLowerCase(), word.toUpperCase()]) {
      findings.push([written, acceptedOr(await api.list(family, rewritten(credential, word, written)))])
    }
  }
  return together(findings)
})

const rewritten = (credential: Credential, word: string, written: string): Credential => ({
  ...credential,
  fields: (context) =>
    credential
      .fields(context)
      .map(
        ([name, value]) => [name, name === 'Authorization' ? value.replace(word, written) : value] as const,
      ),
})

observation(
  'observe.two-credentials',
  { needs: ['privateTokenOf'] },
  async ({ api, privateTokenOf, run }) => {
    const family = api.listFamily()
    const valid = `Token ${privateTokenOf.token}`
    const wrong = `Token ${run.random.word(40)}`
    const twoOf = (...values: string[]): Credential => ({
      ...authorization('two credentials', ''),
      fields: () => values.map((value) => ['Authorization', value] as const),
    })
    const cookies = [['Cookie', `sessionid=${run.random.word(32)}`]] as const
    return together([
      ['the valid Authorization first', acceptedOr(await api.list(family, twoOf(valid, wrong)))],
      ['the invalid Authorization first', acceptedOr(await api.list(family, twoOf(wrong, valid)))],
      [
        'an invalid cookie as well',
        acceptedOr(await api.list(family, privateToken(privateTokenOf.token), { headers: cookies })),
      ],
    ])
  },
)
