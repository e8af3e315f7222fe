// Random junk instead of credentials and bodies: it opens nothing, and the server goes on.

import { violation } from '../../harness/client/grants.ts'
import fc from 'fast-check'
import { codePoint } from '../wrong-values/code-point.ts'
import { noServerError, rejected } from '../../harness/engine/case/judges.ts'
import {
  notJudged,
  property,
  type Judged,
  type ProbeApi,
  type Tried,
} from '../../harness/engine/case/property.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { tokenIn, type Answer } from '../../harness/client/answer.ts'
import { authorization } from '../../harness/client/credentials/credentials.ts'
import { encodings, families } from '../../harness/facts/families.ts'
import { SetupFailed } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'

const scheme = fc.constantFrom(
  'Bearer',
  'Token',
  'Signature',
  'Basic',
  'Digest',
  'bearer',
  'SIGNATURE',
  '',
  'x',
)
const latin = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f)
const characters = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=",;:() \t\\%abcKeyId019+/'), maxLength: 60 }),
  fc.string({ unit: latin.map((code) => String.fromCharCode(code)), maxLength: 60 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
)
const parameter = fc
  .tuple(
    fc.constantFrom('keyId', 'algorithm', 'headers', 'signature', 'created', 'expires', 'x', 'keyid'),
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abcXYZ019 -()=+/%'), maxLength: 40 }),
      fc.constantFrom('hmac-sha256', 'rsa-sha256', 'hs2019', '(request-target) date', 'date', '', '=', '%%%'),
    ),
    fc.boolean(),
  )
  .map(([name, value, isQuoted]) => (isQuoted ? `${name}="${value}"` : `${name}=${value}`))
const signatureLike = fc
  .array(parameter, { maxLength: 6 })
  .map((parameters) => `Signature ${parameters.join(',')}`)
const authorizationValue = fc.oneof(
  fc.tuple(scheme, characters).map(([word, rest]) => `${word} ${rest}`.trim()),
  signatureLike,
)

for (const family of families) {
  for (const [rule, title, judge] of [
    ['refusal.no-5xx', `any Authorization header on the ${family} list`, noServerError],
    ['anonymous.no-credentials', `with any Authorization header on the ${family} list`, rejected],
  ] as const) {
    requirement(rule, title, { changed: 'the Authorization header' }, async ({ api }) => {
      const valid = await api.anyAccepted(family)
      await property(
        authorizationValue,
        async (value, probe) => judge(await probe.list(family, authorization('junk', value))),
        { twin: () => api.listed(family, valid), recipe: (value) => `Authorization: ${value}` },
      )
    })
  }
}

/** Bodies that are no credential request: a field is missing, or there are no fields at all. */
const anyJson = fc.jsonValue({ maxDepth: 4 })
const lacking = anyJson.filter(
  (value) =>
    typeof value !== 'object' ||
    value === null ||
    !Object.hasOwn(value, 'username') ||
    !Object.hasOwn(value, 'password'),
)
const oneField = fc
  .tuple(fc.constantFrom('username', 'password', 'seed', 'otp_code'), anyJson)
  .map(([name, value]) => JSON.stringify({ [name]: value }))
const bytes = fc.string({ unit: codePoint, maxLength: 300 })
const deep = fc.nat({ max: 2000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth % 3 === 0 ? depth : 0))
/** Up to a megabyte of one character, inside a JSON text or bare. */
const big = fc
  .record({ power: fc.integer({ min: 8, max: 20 }), isJson: fc.boolean() })
  .map(({ power, isJson }) => {
    const filling = 'a'.repeat(2 ** power - 20)
    return isJson ? JSON.stringify({ username: filling }) : filling
  })

const junkBody = fc.oneof(
  { arbitrary: lacking.map((value) => JSON.stringify(value)), weight: 3 },
  { arbitrary: oneField, weight: 3 },
  { arbitrary: bytes, weight: 3 },
  { arbitrary: deep, weight: 1 },
  { arbitrary: big, weight: 1 },
)
const junk = ({ hasLogin }: Tools['api']) =>
  fc.record({
    body: junkBody,
    encoding: fc.constantFrom(...encodings),
    family: fc.constantFrom(...families.filter(hasLogin)),
  })
interface Junk {
  body: string
  encoding: string
  family: string
}
const shown = ({ body, encoding, family }: Junk) =>
  `a body of ${body.length} characters as ${encoding} on ${family}: ${JSON.stringify(body.length > 200 ? `${body.slice(0, 200)}…` : body)}`

for (const [rule, title, judge] of [
  ['refusal.no-5xx', 'any body of a login', noServerError],
  ['login.missing-field', 'any body without the fields', earnsNoToken],
] as const) {
  requirement(
    rule,
    title,
    { needs: ['account'], changed: 'the body', rejects: { of: 'nobody', rank: 9, property: true } },
    async ({ api, account }) => {
      await property(junk(api), (input, probe) => judged(probe, input, judge), {
        twin: () => api.token(account),
        failsLogins: true,
        recipe: shown,
      })
    },
  )
}

function earnsNoToken(answer: Answer): Judged {
  return tokenIn(answer) === undefined
    ? undefined
    : violation('no token for a body without credentials', answer)
}

/** A server may close the connection instead of reading a body that is too long for it: that grants nothing. */
async function judged(
  { login }: ProbeApi,
  { body, encoding, family }: { body: string; encoding: 'json' | 'form'; family: 'users-v1' | 'v1' },
  judge: (answer: Answer) => Judged,
): Promise<Tried> {
  try {
    return judge(await login({ username: '', password: '' }, { family, encoding, body, fields: {} }))
  } catch (error) {
    if (error instanceof SetupFailed && body.length > longest) return notJudged
    throw error
  }
}

/** A longer body may be too long for a server; in characters. */
const longest = 8192
