// Malformed credentials: they are rejected, and none of them makes the server fail with a 5xx status.

import { expect, holds, mostErrors } from '../../harness/engine/case/expect.ts'
import type { Answer } from '../../harness/client/answer.ts'
import {
  authorization,
  cookieHeader,
  shownList,
  signature,
  type Credential,
  type SignatureOptions,
} from '../../harness/client/credentials/credentials.ts'
import { LeftOut, NotDeclared } from '../../harness/outcomes.ts'
import { rejectedList } from '../case/pair.ts'
import { requirement } from '../case/requirement.ts'

const label = 'algorithm="hmac-sha256"'
const long = 'x'.repeat(1100)

/** Malformed credentials; each of them has crashed real verifiers. */
const broken: [title: string, credential: Credential][] = [
  ...[
    ['no credentials behind the scheme', 'Bearer'],
    ['no private token behind the scheme', 'Token'],
    ['an unknown scheme', 'Unknown abc'],
    ['a Signature without parameters', 'Signature'],
    ['a Signature that is no list of parameters', 'Signature ,,=,"'],
    ['a Signature without a list', `Signature keyId="x",${label},signature="eA=="`],
    ['a Signature without a key ID', `Signature ${label},headers="date",signature="eA=="`],
    ['base64 that is none', `Signature keyId="x",${label},headers="date",signature="%%%"`],
    ['an unclosed quote', `Signature keyId="x,${label}`],
    ['a key ID of 1100 characters', `Signature keyId="${long}",${label},headers="date",signature="eA=="`],
    // A column of a database may take no such text, and a check may fail at it.
    ['a token of 1100 characters', `Bearer ${long}`],
    ['a private token of 1100 characters', `Token ${long}`],
    ['a token in three parts', 'Bearer e30.e30.eA'],
    ['Basic that is no base64', 'Basic %%%'],
    // Some functions that compare secrets take ASCII only, as Python's does.
    ['a token beyond ASCII', 'Bearer ünknöwn'],
    ['a private token beyond ASCII', 'Token ünknöwn'],
    ['a key ID beyond ASCII', `Signature keyId="ünknöwn",${label},headers="date",signature="eA=="`],
  ].map(([title = '', value = '']): [string, Credential] => [title, authorization('junk', value)]),
  ['a cookie that is no session', cookieHeader('sessionid', '%E4%;=;;')],
  ['a cookie beyond ASCII', cookieHeader('sessionid', 'ünknöwn')],
  ['a cookie of 1100 characters', cookieHeader('sessionid', long)],
]

/**
 * Signed requests that have crashed verifiers. A server may accept some of them; such an answer is no rejection, and no
 * 5xx either.
 */
const oddlySigned: [title: string, options: SignatureOptions][] = [
  ['the label rsa-sha256', { algorithm: 'rsa-sha256' }],
  ['an unknown algorithm', { algorithm: 'hmac-md4' }],
  ['an algorithm named like a built-in', { algorithm: '__proto__' }],
  ['no headers parameter', { listed: null }],
  ['a listed header that was not sent', { list: [...shownList, 'x-none'], signed: { 'x-none': '' } }],
  [
    'two spaces in its list',
    { list: ['(request-target)', 'date', 'accept'], listed: ['(request-target)', 'date', '', 'accept'] },
  ],
  ['a Date that is none', { date: 'yesterday' }],
  ['base64 that is none', { alter: () => '%%%' }],
  ['base64 without its padding', { alter: (valid) => valid.replace(/=+$/, '') }],
  ['a signature of one byte', { alter: () => 'eA==' }],
]

rejectedList(
  'refusal.no-5xx',
  (family) => `malformed credentials on ${family}`,
  { changed: 'the credential' },
  async ({ api }, family) => ({ valid: await api.anyAccepted(family), invalid: broken }),
  noServerError,
)

// The check may fail at one of them, and let the request in.
rejectedList(
  'anonymous.no-credentials',
  (family) => `with malformed credentials on the ${family} list`,
  { changed: 'the credential' },
  async ({ api }, family) => ({ valid: await api.anyAccepted(family), invalid: broken }),
)

rejectedList(
  'refusal.no-5xx',
  (family) => `odd signatures on ${family}`,
  { needs: ['accessKey'], changed: 'how the request is signed' },
  ({ accessKey }) => ({
    valid: signature(accessKey),
    invalid: oddlySigned.map(([title, options]) => [title, signature(accessKey, options)] as const),
  }),
  noServerError,
)

function noServerError(answer: Answer, what: string): void {
  expect(answer).toBeNoServerError(what)
}

requirement('refusal.no-5xx', 'in the whole run', { needs: ['seen'] }, async ({ seen, run }) => {
  const [first] = seen.serverErrors
  if (first === undefined && seen.rejections === 0) {
    throw run.declaration.accounts.plain
      ? new LeftOut('no other rejection was judged in this run')
      : new NotDeclared('accounts.plain')
  }
  const number = seen.serverErrors.length < mostErrors ? seen.serverErrors.length : `${mostErrors} or more`
  holds(first === undefined, 'no rejection with a 5xx status', `${number} of them, the first: ${first}`)
})
