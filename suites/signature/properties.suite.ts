// Random lists of headers, queries and times, signed for this request and for another one.

import { notListed } from '../../harness/client/grants.ts'
import fc from 'fast-check'
import { codePoint } from '../wrong-values/code-point.ts'
import { lists, rejected } from '../../harness/engine/case/judges.ts'
import { notJudged, property, type ProbeApi } from '../../harness/engine/case/property.ts'
import type { Run } from '../../harness/run/run.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import type { ListOptions } from '../../harness/client/api-options.ts'
import {
  shownList,
  signature,
  type AccessKey,
  type Credential,
} from '../../harness/client/credentials/credentials.ts'
import { families, type Family } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import type { Header } from '../../harness/wire/exchange.ts'
import { requirement } from '../case/requirement.ts'
import { isSameKeySecret, isSameSignature, isSameText } from '../wrong-values/legal-equals.ts'
import { edit, edited, editRecipe, tokenCharacter } from '../wrong-values/near-miss.ts'
import { headerValue, listOf, query, signedInput, signedRecipe } from './signed-input.ts'

/** If a server accepts no signature twice, each accepted one needs a second of its own. */
const slowRuns = 5

for (const family of families) {
  requirement(
    'signature.any-order',
    `any selection of headers in any order on ${family}`,
    { needs: ['accessKey'], indistinctFrom: ['signature.with-host'] },
    async ({ api, accessKey, run }) => {
      await takesFurtherHeaders(api, family, accessKey)
      const plain = await api.anyAccepted(family)
      await property(
        signedInput(0),
        async (input, probe) => {
          const { fields } = input
          if (!(await isTakenBy(probe, family, plain, { headers: unsigned(plain, fields) }))) return notJudged
          return lists(await probe.list(family, signature(accessKey, { list: listOf(input), fields })))
        },
        { ...accepting(api, family, accessKey, run), recipe: signedRecipe },
      )
    },
  )

  requirement(
    'signature.query-string',
    `any that the list takes on ${family}`,
    { needs: ['accessKey'] },
    async ({ api, accessKey, run }) => {
      const plain = await api.anyAccepted(family)
      await property(
        query,
        async (text, probe) => {
          if (!(await isTakenBy(probe, family, plain, { query: text }))) return notJudged
          return lists(await probe.list(family, signature(accessKey), { query: text }))
        },
        { ...accepting(api, family, accessKey, run), recipe: (text) => `the query ?${text}` },
      )
    },
  )

  requirement(
    'signature.header-bound',
    `any value of any header on ${family}`,
    { needs: ['accessKey'], changed: 'the value of a signed header' },
    async ({ api, accessKey, run }) => {
      await takesFurtherHeaders(api, family, accessKey)
      const input = fc.record({ signed: signedInput(1), which: fc.nat({ max: 3 }), other: headerValue })
      await property(
        input,
        async ({ signed, which, other }, probe) => {
          const { fields } = signed
          const [name, value] = fields[which % fields.length] ?? ['', '']
          if (value === other) return notJudged
          const valid = { list: listOf(signed), fields }
          if (!(await isTakenBy(probe, family, signature(accessKey, valid)))) return notJudged
          const wrong = signature(accessKey, { ...valid, signed: { [name.toLowerCase()]: other } })
          return rejected(await probe.list(family, wrong))
        },
        {
          ...accepting(api, family, accessKey, run),
          recipe: ({ signed, which, other }) =>
            `${signedRecipe(signed)}, where ${signed.fields[which % signed.fields.length]?.[0]} was signed as ${other}`,
        },
      )
    },
  )

  requirement(
    'signature.query-bound',
    `any instead of any other on ${family}`,
    { needs: ['accessKey'], changed: 'the query string that is signed' },
    async ({ api, accessKey, run }) => {
      await property(
        fc.record({ sent: query, signed: fc.option(query, { nil: '' }) }),
        async ({ sent, signed }, probe) => {
          if (isSameQuery(sent, signed)) return notJudged
          if (!(await isTakenBy(probe, family, signature(accessKey), { query: sent }))) return notJudged
          const path = probe.listTarget(family)
          const target = signed === '' ? path : `${path}?${signed}`
          return rejected(
            await probe.list(family, signature(accessKey, { signed: { target } }), { query: sent }),
          )
        },
        {
          ...accepting(api, family, accessKey, run),
          recipe: ({ sent, signed }) =>
            `?${sent} sent where ${signed === '' ? 'no query' : `?${signed}`} was signed`,
        },
      )
    },
  )

  requirement(
    'signature.date-bound',
    `any other second on ${family}`,
    { needs: ['accessKey'], changed: 'the Date that is signed' },
    async ({ api, accessKey, run }) => {
      const other = fc.integer({ min: -250, max: 250 }).filter((seconds) => seconds !== 0)
      await property(
        other,
        async (seconds, probe) => {
          const now = run.clock.now() - 30_000
          const signed = { date: new Date(now + seconds * 1000).toUTCString() }
          const date = new Date(now).toUTCString()
          return rejected(await probe.list(family, signature(accessKey, { date, signed })))
        },
        {
          ...accepting(api, family, accessKey),
          recipe: (seconds) => `a Date signed as one ${seconds} s later`,
        },
      )
    },
  )

  requirement(
    'signature.wrong-signature',
    `any near miss on ${family}`,
    { needs: ['accessKey'], changed: 'the signature', indistinctFrom: ['signature.cut', 'signature.empty'] },
    async ({ api, accessKey }) => {
      const other = edit(
        fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/='),
      )
      await property(
        other,
        async (change, probe) => {
          let isSame = false
          const alter = (valid: string) => {
            const text = edited(valid, change)
            isSame = isSameSignature(text, valid)
            return text
          }
          const answer = await probe.list(family, signature(accessKey, { alter }))
          return isSame ? notJudged : rejected(answer)
        },
        { ...accepting(api, family, accessKey), recipe: (change) => editRecipe('signature', change) },
      )
    },
  )

  for (const [rule, name, what, characters, isSame] of [
    ['signature.wrong-key-id', 'keyId', 'key ID', tokenCharacter, isSameText],
    ['signature.wrong-secret', 'keySecret', 'key secret', codePoint, isSameKeySecret],
  ] as const) {
    const options = { needs: ['accessKey'], changed: `the ${what}` } as const
    requirement(rule, `any near miss on ${family}`, options, async ({ api, accessKey }) => {
      await property(
        edit(characters),
        async (change, probe) => {
          const wrong = edited(accessKey[name], change)
          if (isSame(wrong, accessKey[name])) return notJudged
          return rejected(await probe.list(family, signature(accessKey, { [name]: wrong })))
        },
        { ...accepting(api, family, accessKey), recipe: (change) => editRecipe(what, change) },
      )
    })
  }
}

/** The accepted control of a property; with `run`, fewer tries if each accepted signature costs a second. */
function accepting(api: Tools['api'], family: Family, key: AccessKey, run?: Run) {
  const isSlow = run !== undefined && !run.signatureDates.repeatsAccepted
  return { twin: () => api.listed(family, signature(key)), ...(isSlow ? { runs: slowRuns } : {}) }
}

/** @throws NotSupported if the subject accepts the specified lists but no further header */
async function takesFurtherHeaders(api: Tools['api'], family: Family, key: AccessKey): Promise<void> {
  await api.listed(family, signature(key))
  const options = { list: [...shownList, 'x-conf-a'], fields: [['X-Conf-A', 'a']] as const }
  if (!(await isTakenBy(api, family, signature(key, options))))
    throw new NotSupported('the subject takes a signed request, but none with a further header signed')
}

/** True if a valid request of this kind opens the list, so that only the difference can cause a rejection. */
async function isTakenBy(
  api: ProbeApi,
  family: Family,
  credential: Credential,
  options: ListOptions = {},
): Promise<boolean> {
  return Array.isArray(notListed(await api.list(family, credential, { ...options, role: 'twin' })))
}

/** Returns the fields without those that the credential sends itself. */
const unsigned = (credential: Credential, fields: Header[]): Header[] => (credential.signs ? [] : fields)

/** True for queries that a decoding or sorting proxy could treat as the same. */
function isSameQuery(one: string, other: string): boolean {
  const pairs = (text: string) =>
    [...new URLSearchParams(text)]
      .map((pair) => JSON.stringify(pair))
      .sort()
      .join()
  return pairs(one) === pairs(other)
}
