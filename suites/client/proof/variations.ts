import { createHash } from 'node:crypto'
import { objectOf, type Client } from './client.ts'
import {
  answering,
  changeHeader,
  changeLoginFields,
  changeStepFields,
  following,
  formOf,
  isMethod,
  list,
  login,
  onUse,
  sending,
  step,
  withHeader,
  wrap,
  wrapping,
} from './defect.ts'
import type { Field } from './http.ts'
import { recoveryVariations } from './recovery-variations.ts'
import { signatureVariations } from './signature-variations.ts'
import { transportVariations } from './transport-variations.ts'
import { unaskedVariations } from './unasked-variations.ts'
import { legal, type ClientVariation } from './variation.ts'

const form = 'application/x-www-form-urlencoded'
const older = '/api/users/v1/users/'
const renamed = (client: Client, rename: (name: string) => string) =>
  sending(client, (request) => ({
    ...request,
    headers: request.headers.map(([name, value]): Field => [rename(name), value]),
  }))
const authorization = (client: Client, change: (value: string) => string) =>
  list(client, (request) => changeHeader(request, 'Authorization', change))
/** Sends a request with another method before each list request. */
const before = (client: Client, method: string, withCredential: boolean) =>
  wrap(client, 'askForList', (ask) => async () => {
    const request = { ...client.listRequest(), method }
    const answer = await client.send(withCredential ? client.authorize(request) : request)
    if (answer.status === 429) await client.sleep(2100)
    return await ask()
  })

/** Clients that are as correct as the reference client. */
export const clientVariations: readonly ClientVariation[] = [
  ...recoveryVariations,
  ...unaskedVariations,
  ...transportVariations,
  ...signatureVariations,
  legal('login-as-form', 'Logs in by a form.', (client) =>
    login(client, (request) => ({
      ...withHeader(request, 'Content-Type', form),
      body: formOf(request),
    })),
  ),
  legal('header-names-in-lower-case', 'Writes header names in lower case.', (client) =>
    renamed(client, (name) => name.toLowerCase()),
  ),
  legal('header-names-in-capitals', 'Writes header names in capitals.', (client) =>
    renamed(client, (name) => name.toUpperCase()),
  ),
  legal('sends-trace-context', 'Sends a traceparent and a tracestate with each request.', (client) => {
    let count = 0
    sending(client, (request) => {
      const id = createHash('sha256').update(String(++count)).digest('hex')
      const traced = withHeader(request, 'traceparent', `00-${id.slice(0, 32)}-${id.slice(32, 48)}-01`)
      return withHeader(traced, 'tracestate', `vendor=${id.slice(48)}`)
    })
  }),
  legal('fields-in-another-order', 'Sends the password before the name.', (client) =>
    changeLoginFields(client, ({ username, password }) => ({ password, username })),
  ),
  legal('code-before-seed', 'Sends the code before the seed.', (client) =>
    changeStepFields(client, ({ seed, otp_code: code }) => ({ otp_code: code, seed })),
  ),
  legal('login-with-more-fields', 'Sends further fields with the login.', (client) =>
    changeLoginFields(client, (fields) => ({ ...fields, remember: true })),
  ),
  legal('second-step-with-more-fields', 'Sends further fields with the second step.', (client) =>
    changeStepFields(client, (fields) => ({ ...fields, device: 'a' })),
  ),
  legal('login-with-empty-code', 'Sends seed and otp_code with the login, both null.', (client) =>
    changeLoginFields(client, (fields) => ({ ...fields, seed: null, otp_code: null })),
  ),
  legal('logs-in-early', 'Takes a new token after half an hour.', (client) => {
    client.isGood = () => client.token !== undefined && client.now() - client.tokenAt < 1_800_000
  }),
  legal('learns-of-the-hour-by-rejection', 'Uses a token until it is rejected.', (client) => {
    client.isGood = () => client.token !== undefined
  }),
  legal('ignores-advance', 'Keeps the real time.', (client) => {
    client.advance = () => {}
  }),
  legal('drops-connections', 'Opens a connection for each request.', () => {}, false),
  legal('says-close', 'Sends Connection: close.', (client) =>
    sending(client, (request) => withHeader(request, 'Connection', 'close')),
  ),
  legal('accepts-gzip', 'Accepts gzip, and decompresses it.', (client) =>
    sending(client, (request) => withHeader(request, 'Accept-Encoding', 'gzip, deflate')),
  ),
  legal('older-family', 'Uses the older paths.', (client) => {
    client.loginPath = () => '/api/users/v1/auth/'
    client.listPath = () => older
  }),
  legal('older-list', 'Logs in at the newer path, and lists at the older.', (client) => {
    client.listPath = () => older
  }),
  legal('asks-both-families', 'Asks each list in turn.', (client) => {
    let turn = 0
    wrap(
      client,
      'listPath',
      (path) => () => (client.method === 'signature' || turn++ % 2 === 0 ? path() : older),
    )
  }),
  legal('sends-head-first', 'Sends a HEAD before each list.', (client) => before(client, 'HEAD', true)),
  legal('sends-options-first', 'Sends an OPTIONS before each list, without a credential.', (client) =>
    before(client, 'OPTIONS', false),
  ),
  legal('names-itself', 'Sends a User-Agent and more.', (client) =>
    sending(client, (request) => ({
      ...request,
      headers: [
        ...request.headers,
        ['User-Agent', 'client/1.0'],
        ['Accept-Language', 'de'],
        ['X-Request-ID', '1'],
      ],
    })),
  ),
  legal('names-the-charset', 'Names UTF-8 in the content type.', (client) =>
    login(client, (request) => withHeader(request, 'Content-Type', 'application/json; charset=utf-8')),
  ),
  legal('content-type-in-capitals', 'Writes Application/JSON.', (client) =>
    login(client, (request) => withHeader(request, 'Content-Type', 'Application/JSON')),
  ),
  legal('json-on-many-lines', 'Writes JSON on many lines.', (client) =>
    login(client, (request) => ({
      ...request,
      body: JSON.stringify(objectOf(String(request.body)), null, 2),
    })),
  ),
  legal('json-escaped', 'Escapes every letter beyond ASCII.', (client) =>
    login(client, (request) => ({
      ...request,
      body: String(request.body).replace(
        /[\u0080-\uffff]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    })),
  ),
  legal('scheme-in-lower-case', 'Writes bearer in lower case.', (client) =>
    authorization(client, (value) => value.replace('Bearer', 'bearer')),
  ),
  legal('signs-host', 'Signs the host too.', (client) => {
    client.signedNames = () => ['(request-target)', 'host', 'accept', 'date']
  }),
  legal('signs-in-another-order', 'Lists the date first.', (client) => {
    client.signedNames = () => ['date', '(request-target)', 'accept']
  }),
  legal('signs-a-repeated-header', 'Signs a header that it sends twice.', (client) => {
    client.signedNames = () => ['(request-target)', 'accept', 'date', 'x-part']
    wrap(client, 'listRequest', (make) => () => {
      const request = make()
      return { ...request, headers: [...request.headers, ['X-Part', 'a'], ['X-Part', 'b']] }
    })
  }),
  legal('parameters-in-another-order', 'Writes the signature first.', (client) =>
    authorization(client, (value) => value.replace(/Signature (.*),(signature="[^"]*")/, 'Signature $2,$1')),
  ),
  legal(
    'parameters-in-capitals',
    'Writes the names of the parameters and of the list in capitals.',
    (client) =>
      authorization(client, (value) =>
        value.replace(/keyId=|algorithm=|headers="[^"]*"|signature=/g, (text) => text.toUpperCase()),
      ),
  ),
  legal('label-of-the-layout', 'Calls the algorithm rsa-sha256, as the layout does.', (client) =>
    authorization(client, (value) => value.replace('hmac-sha256', 'rsa-sha256')),
  ),
  legal('list-with-a-query', 'Asks for a hundred users.', (client) =>
    wrap(client, 'listPath', (path) => () => `${path()}?limit=100`),
  ),
  legal('more-of-cache-control', 'Sends cache-control: no-store, no-cache.', (client) =>
    step(client, (request) => withHeader(request, 'Cache-Control', 'no-store, no-cache')),
  ),
  legal('follows-redirects-bare', 'Follows redirects to other origins without any credential.', (client) =>
    following(
      client,
      () => client.method !== 'session',
      (_request, url) => ({ method: 'GET', url, headers: [] }),
    ),
  ),
  legal('joins-otp-url-as-text', 'Joins the origin and any otp_url as texts.', (client) =>
    wrap(
      client,
      'stepUrl',
      (url) => (otpUrl) =>
        /^(https?:)?\/\//.test(otpUrl)
          ? `${new URL(client.base()).origin}/${otpUrl.replace(/^\/+/, '')}`
          : url(otpUrl),
    ),
  ),
  legal('strips-cookie-quotes', 'Takes a cookie without the quotes around it.', (client) =>
    answering(client, (answer) => ({
      ...answer,
      headers: answer.headers.map(([name, value]): Field => [
        name,
        value.replace(/^(\w+)="([^"]*)"/, '$1=$2'),
      ]),
    })),
  ),
  legal('sorted-users', 'Answers the users in another order, with fields of its own.', (client) =>
    wrap(
      client,
      'recordsOf',
      (records) => (answer) =>
        records(answer)
          ?.map((user) => ({ id: createHash('sha256').update(JSON.stringify(user)).digest('hex'), user }))
          .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ),
  ),
  legal('user-names-alone', 'Answers the names of the users.', (client) =>
    wrap(
      client,
      'recordsOf',
      (records) => (answer) => records(answer)?.map((user) => (user as { username: string }).username),
    ),
  ),
  legal('accepts-more-without-signature', 'Sends a longer Accept where nothing is signed.', (client) =>
    wrap(
      client,
      'accept',
      (accept) => () => (isMethod(client, 'signature') ? accept() : 'application/json, text/plain;q=0.5'),
    ),
  ),
  legal(
    'logs-in-to-a-session-when-rejected',
    'Asks for the list first, and logs in when it is rejected.',
    wrapping('list', (list, client) => async () => {
      if (isMethod(client, 'session') && !client.jar.has('sessionid')) await client.send(client.listRequest())
      return await list()
    }),
  ),
  legal('requests-an-icon', 'Requests the icon of the origin first, as browsers do.', (client) =>
    wrap(client, 'list', (list) => async () => {
      await client.send({ method: 'GET', url: `${new URL(client.base()).origin}/favicon.ico`, headers: [] })
      return await list()
    }),
  ),
  legal('logs-out', 'Ends its token when the account changes.', (client) =>
    wrap(client, 'act', (act) => async (operation) => {
      if (operation.op === 'use' && client.token !== undefined)
        await client.send({
          method: 'POST',
          url: `${client.base()}/api/v1/authentication/logout/`,
          headers: [['Authorization', `Bearer ${client.token}`]],
        })
      return await act(operation)
    }),
  ),
  legal('logs-in-at-use', 'Logs in when the account changes, and lists only if that succeeded.', (client) => {
    let isRejected = false
    wrap(client, 'act', (act) => async (operation) => {
      const answer = await act(operation)
      if (operation.op !== 'use' || !isMethod(client, 'token', 'mfa')) return answer
      isRejected = await client.logIn().then(
        () => false,
        () => true,
      )
      return answer
    })
    wrap(
      client,
      'list',
      (list) => () =>
        isRejected && isMethod(client, 'token', 'mfa') ? Promise.reject(new Error('not logged in')) : list(),
    )
  }),
  legal('keeps-the-list', 'Answers later lists from a cache.', (client) => {
    let kept: unknown[] | undefined
    onUse(client, () => (kept = undefined))
    wrap(client, 'list', (list) => async () => (kept ??= await list()))
  }),
  legal('sends-no-code-twice', 'Fails rather than sending a code again in its time step.', (client) => {
    const stepOf = () => Math.floor(client.now() / 30_000)
    let last: number | undefined
    wrap(client, 'answerChallenge', (answer) => async (challenge) => {
      if (stepOf() === last) throw new Error('a second login within one time step')
      last = stepOf()
      await answer(challenge)
    })
  }),
]
