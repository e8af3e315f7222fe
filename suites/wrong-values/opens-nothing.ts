import { atOnce } from '../../harness/client/at-once.ts'
import { opensList } from '../../harness/client/grants.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import type { Answer } from '../../harness/client/answer.ts'
import {
  bearer,
  cookieHeader,
  privateToken,
  type Credential,
} from '../../harness/client/credentials/credentials.ts'
import { cookiesSet } from '../../harness/client/cookies.ts'
import type { Family } from '../../harness/facts/families.ts'
import { texts } from '../../harness/facts/json-texts.ts'
import { isSecretHeader } from '../../harness/wire/shown/mask-fields.ts'
import { wholeOrLength } from '../../harness/wire/shown/shortened.ts'
import { header, type WireRequest } from '../../harness/wire/exchange.ts'
import { NotSupported } from '../../harness/outcomes.ts'

/** At most this many strings of an answer, or cookies of a rejection, are tried, and so many words of strings and header fields. */
const mostStrings = 8
const mostWords = 12

/**
 * Expects that nothing in an answer opens a list: no string of its body, no word of its strings or header fields that is
 * long enough for a token, no cookie. A witness shows before and after that the lists are being served.
 */
export async function opensNothing(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  answer: Answer,
  witnessOf: (list: Family) => Credential | Promise<Credential>,
): Promise<void> {
  const tried = credentialsIn(answer)
  for (const list of api.listFamilies()) {
    const witness = await witnessOf(list)
    await api.listed(list, witness)
    const answers = await atOnce(run, tried, (credential) => api.list(list, credential))
    for (const one of answers) expect(one).toBeRejected()
    await api.listed(list, witness)
  }
}

/**
 * Expects that a rejection hands out nothing that opens a list: no cookie, as set or as sessionid, and no word that
 * looks like a token, in a string of its body or in a header field that is named like a credential. Costs no failed
 * login. Nothing is judged if a made-up value opens the list too.
 */
export async function handsOutNothing(api: Tools['api'], rejected: Answer): Promise<void> {
  const fresh = { wire: { freshConnection: true } } as const
  for (const list of api.listFamilies()) {
    const opens = async (one: Credential) => opensList(await api.list(list, one, { ...fresh, role: 'step' }))
    for (const [what, handed, madeUp] of handedOut(rejected)) {
      if (!(await opens(handed)) || (await opens(madeUp))) continue
      // Shows where the list keeps its records, unless something has already.
      await api.anyAccepted(list)
      expect(await api.list(list, handed, fresh)).toBeRejected(`${what} of a rejection`)
    }
  }
}

/**
 * Expects that rejected list requests start no session that opens the list: tries the first `sessionid` that they set, unless
 * the request carried a cookie, whose session may be renewed. Nothing is judged if a made-up value opens the list too.
 */
export async function startsNoSession(
  api: Tools['api'],
  family: Family,
  rejected: readonly Answer[],
): Promise<void> {
  const wire = { freshConnection: true }
  for (const { exchange } of rejected) {
    const value = cookiesSet(exchange.response.headers).get('sessionid')
    if (!value || header(exchange.request.headers, 'cookie') !== undefined) continue
    const answer = await api.list(family, cookieHeader('sessionid', value), { wire })
    if (!opensList(answer)) return
    const madeUp = cookieHeader('sessionid', reversed(value))
    if (!opensList(await api.list(family, madeUp, { wire, role: 'step' })))
      expect(answer).toBeRejected('the cookie sessionid that a rejection set')
    return
  }
}

/**
 * @throws NotSupported if a list opens to credentials that were never issued: what other credentials do then shows
 * nothing
 */
export async function closedToStrangers(api: Tools['api'], word: string): Promise<void> {
  for (const list of api.listFamilies()) {
    for (const made of [bearer(word), privateToken(word), cookieHeader('sessionid', word)]) {
      if (opensList(await api.list(list, made, { role: 'step' })))
        throw new NotSupported('the lists open with credentials that were never issued')
    }
  }
}

const reversed = (text: string): string => [...text].reverse().join('')

type Handed = readonly [what: string, text: string]

/**
 * Returns what a rejection hands out, each value with a made-up one of the same length. What was sent in the request
 * doesn't count.
 */
function handedOut({ json, exchange }: Answer): [what: string, handed: Credential, madeUp: Credential][] {
  const both = (what: string, made: (text: string) => Credential, text: string) =>
    [what, made(text), made(reversed(text))] satisfies [string, Credential, Credential]
  const asSession = (text: string) => cookieHeader('sessionid', text)
  const { headers } = exchange.response
  const cookies = mostTelling(cookiesSet(headers))
  const sent = sentIn(exchange.request)
  const isToken = (text: string) =>
    /^[\w.~+/=-]{16,4000}$/.test(text) && /\d/.test(text) && !sent.includes(text)
  const named = headers.filter(([name]) => isSecretHeader(name) && !/cookie/i.test(name))
  const words = named.flatMap(([name, value]) =>
    value
      .split(/[\s"',;]+|^\w+=/)
      .filter(isToken)
      .map((word): Handed => [`a word of ${wholeOrLength(name, 60)}`, word]),
  )
  const strings = [...new Set(texts(json).filter(isToken))].map((text): Handed => ['a string', text])
  return [
    ...cookies.flatMap(([name, value]) => [
      both(`the cookie ${name}`, (text) => cookieHeader(name, text), value),
      ...(name === 'sessionid' ? [] : [both(`the cookie ${name}, sent as sessionid,`, asSession, value)]),
    ]),
    ...[...words.slice(0, mostStrings), ...strings.slice(0, mostStrings)].flatMap(([what, text]) => [
      both(what, bearer, text),
      both(`${what}, sent as sessionid,`, asSession, text),
    ]),
  ]
}

/** The cookies to try: the session, then the longest, as tokens are long. Some servers set dozens with each answer. */
const mostTelling = (cookies: ReadonlyMap<string, string>): [name: string, value: string][] =>
  [...cookies]
    .filter(([, value]) => value !== '')
    .toSorted(([name, { length }], [other, { length: others }]) =>
      name === 'sessionid' ? -1 : other === 'sessionid' ? 1 : others - length,
    )
    .slice(0, mostStrings)

/** Returns the body of a request, as it was sent and with the fields of a form decoded. */
function sentIn({ body = '' }: WireRequest): string {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString()
  return [text, ...new URLSearchParams(text).values()].join('\n')
}

function credentialsIn({ json, exchange }: Answer): Credential[] {
  const { headers } = exchange.response
  const all = [...new Set(texts(json))]
  const strings = all.filter((text) => /^[\x21-\x7e]{3,4000}$/.test(text)).slice(0, mostStrings)
  const words = [...all, ...headers.map(([, value]) => value)]
    .flatMap((text) => text.split(/[\s"'?&=,;()<>]+/))
    .filter((word) => /^[\w.~+/-]{16,4000}$/.test(word) && !strings.includes(word))
  const cookies = [...cookiesSet(headers)].filter(([, value]) => value !== '')
  return [
    ...strings.flatMap((text) => [bearer(text), privateToken(text), cookieHeader('sessionid', text)]),
    ...[...new Set(words)].slice(0, mostWords).map((word) => bearer(word)),
    ...cookies.flatMap(([name, value]) => [cookieHeader(name, value), cookieHeader('sessionid', value)]),
  ]
}
