import { createHash } from 'node:crypto'
import { objectIn } from '../../../harness/wire/shown/json-in.ts'
import {
  answering,
  beforeSigning,
  changeHeader,
  changeLoginFields,
  changeStepFields,
  following,
  formOf,
  isMethod,
  list,
  listing,
  login,
  named,
  onUse,
  rewriting,
  sending,
  several,
  step,
  withHeader,
  wrap,
  wrapping,
  type NamedChange,
} from './defect.ts'
import { createHttp, type Field } from './http.ts'
import { recoveryVariations } from './recovery-variations.ts'
import { signatureVariations } from './signature-variations.ts'
import { transportVariations } from './transport-variations.ts'
import { unaskedVariations } from './unasked-variations.ts'

const form = 'application/x-www-form-urlencoded'
const older = '/api/users/v1/users/'
const renamed = (rename: (name: string) => string) =>
  sending((request) => ({
    ...request,
    headers: request.headers.map(([name, value]): Field => [rename(name), value]),
  }))
const authorization = (change: (value: string) => string) =>
  list((request) => changeHeader(request, 'Authorization', change))
/** Sends a request with another method before each list request. */
const before = (method: string, withCredential: boolean) =>
  wrapping('askForList', (ask, client) => async () => {
    const request = { ...client.listRequest(), method }
    const answer = await client.send(withCredential ? client.authorize(request) : request)
    if (answer.status === 429) await client.sleep(2100)
    return await ask()
  })

/** Sends its token there when the account changes. */
const loggingOut = (method: string, path: string) =>
  wrapping('act', (act, client) => async (operation) => {
    if (operation.op === 'use' && client.token !== undefined)
      await client.send({
        method,
        url: client.base() + path,
        headers: [['Authorization', `Bearer ${client.token}`]],
      })
    return await act(operation)
  })

/** Clients that are as correct as the reference client. */
export const clientVariations: readonly NamedChange[] = [
  ...recoveryVariations,
  ...unaskedVariations,
  ...transportVariations,
  ...signatureVariations,
  ...named({
    'login-as-form': login((request) => ({
      ...withHeader(request, 'Content-Type', form),
      body: formOf(request),
    })),
    'header-names-in-lower-case': renamed((name) => name.toLowerCase()),
    'header-names-in-capitals': renamed((name) => name.toUpperCase()),
    'sends-trace-context': wrapping('send', (send) => {
      let count = 0
      return (request) => {
        const id = createHash('sha256').update(String(++count)).digest('hex')
        const traced = withHeader(request, 'traceparent', `00-${id.slice(0, 32)}-${id.slice(32, 48)}-01`)
        return send(withHeader(traced, 'tracestate', `vendor=${id.slice(48)}`))
      }
    }),
    'fields-in-another-order': changeLoginFields(({ username, password }) => ({ password, username })),
    'code-before-seed': changeStepFields(({ seed, otp_code: code }) => ({ otp_code: code, seed })),
    'login-with-more-fields': changeLoginFields((fields) => ({ ...fields, remember: true })),
    'second-step-with-more-fields': changeStepFields((fields) => ({ ...fields, device: 'a' })),
    // Sends seed and otp_code with the login, both null.
    'login-with-empty-code': changeLoginFields((fields) => ({ ...fields, seed: null, otp_code: null })),
    // Takes a new token after half an hour.
    'logs-in-early': wrapping(
      'isGood',
      (_, client) => () => client.token !== undefined && client.now() - client.tokenAt < 1_800_000,
    ),
    'learns-of-the-hour-by-rejection': wrapping('isGood', (_, client) => () => client.token !== undefined),
    'ignores-advance': { advance: () => {} },
    'drops-connections': (client) => {
      client.http = createHttp(false)
    },
    'says-close': sending((request) => withHeader(request, 'Connection', 'close')),
    'accepts-gzip': sending((request) => withHeader(request, 'Accept-Encoding', 'gzip, deflate')),
    'older-family': { loginPath: () => '/api/users/v1/auth/', listPath: () => older },
    'older-list': { listPath: () => older },
    'asks-both-families': wrapping('listPath', (path, client) => {
      let turn = 0
      return () => (client.method === 'signature' || turn++ % 2 === 0 ? path() : older)
    }),
    'sends-head-first': before('HEAD', true),
    // Sends an OPTIONS before each list, without a credential.
    'sends-options-first': before('OPTIONS', false),
    // Sends a User-Agent and more.
    'names-itself': sending((request) => ({
      ...request,
      headers: [
        ...request.headers,
        ['User-Agent', 'client/1.0'],
        ['Accept-Language', 'de'],
        ['X-Request-ID', '1'],
      ],
    })),
    'names-the-charset': login((request) =>
      withHeader(request, 'Content-Type', 'application/json; charset=utf-8'),
    ),
    'content-type-in-capitals': login((request) => withHeader(request, 'Content-Type', 'Application/JSON')),
    'json-on-many-lines': login((request) => ({
      ...request,
      body: JSON.stringify(objectIn(String(request.body)), null, 2),
    })),
    // Escapes every letter beyond ASCII.
    'json-escaped': login((request) => ({
      ...request,
      body: String(request.body).replace(
        /[\u0080-\uffff]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    })),
    'scheme-in-lower-case': authorization((value) => value.replace('Bearer', 'bearer')),
    'signs-host': listing('(request-target)', 'host', 'accept', 'date'),
    'signs-in-another-order': listing('date', '(request-target)', 'accept'),
    'signs-a-repeated-header': several(
      listing('(request-target)', 'accept', 'date', 'x-part'),
      beforeSigning(['X-Part', 'a'], ['X-Part', 'b']),
    ),
    'parameters-in-another-order': authorization((value) =>
      value.replace(/Signature (.*),(signature="[^"]*")/, 'Signature $2,$1'),
    ),
    // Writes the names of the parameters and of the list in capitals.
    'parameters-in-capitals': authorization((value) =>
      value.replace(/keyId=|algorithm=|headers="[^"]*"|signature=/g, (text) => text.toUpperCase()),
    ),
    // Calls the algorithm rsa-sha256, as the layout does.
    'label-of-the-layout': authorization((value) => value.replace('hmac-sha256', 'rsa-sha256')),
    'list-with-a-query': rewriting('listPath', (path) => `${path}?limit=100`),
    'more-of-cache-control': step((request) => withHeader(request, 'Cache-Control', 'no-store, no-cache')),
    // Follows redirects to other origins without any credential.
    'follows-redirects-bare': following(
      (_, { method }) => method !== 'session',
      (_request, url) => ({ method: 'GET', url, headers: [] }),
    ),
    // Follows redirects with nothing but what their URL has before an @, as many libraries do.
    'follows-redirects-with-userinfo': following(
      (_, { method }) => method !== 'session',
      (_request, url) => {
        const { username, password } = new URL(url)
        const basic = Buffer.from(`${username}:${password}`).toString('base64')
        return { method: 'GET', url, headers: username === '' ? [] : [['Authorization', `Basic ${basic}`]] }
      },
    ),
    // Resolves an otp_url without a slash from the URL of the login.
    'resolves-otp-url-from-login': wrapping(
      'stepUrl',
      (url, client) => (otpUrl) =>
        /^[/h]/.test(otpUrl) ? url(otpUrl) : new URL(otpUrl, client.base() + client.loginPath()).href,
    ),
    // Joins the origin and any otp_url as texts.
    'joins-otp-url-as-text': wrapping(
      'stepUrl',
      (url, client) => (otpUrl) =>
        /^(https?:)?\/\//.test(otpUrl)
          ? `${new URL(client.base()).origin}/${otpUrl.replace(/^\/+/, '')}`
          : url(otpUrl),
    ),
    // Appends any otp_url that is a path to the base URL.
    'joins-otp-url-to-base-url': wrapping(
      'stepUrl',
      (url, client) => (otpUrl) => (/^\/(?!\/)/.test(otpUrl) ? client.base() + otpUrl : url(otpUrl)),
    ),
    'otp-url-encoded-in-small-letters': rewriting('stepUrl', (url) =>
      url.replace(/%[\dA-F]{2}/g, (digits) => digits.toLowerCase()),
    ),
    // Encodes nothing in the query of otp_url that need not be encoded there, as aiohttp does.
    'otp-url-query-encoded-less': wrapping(
      'stepUrl',
      (url) => (otpUrl) =>
        url(otpUrl).replace(/\?.*/, (query) => query.replaceAll('%2F', '/').replaceAll('%3F', '?')),
    ),
    'strips-cookie-quotes': answering((answer) => ({
      ...answer,
      headers: answer.headers.map(([name, value]): Field => [
        name,
        value.replace(/^(\w+)="([^"]*)"/, '$1=$2'),
      ]),
    })),
    // Answers the users in another order, with fields of its own.
    'sorted-users': wrapping(
      'recordsOf',
      (records) => (answer) =>
        records(answer)
          ?.map((user) => ({ id: createHash('sha256').update(JSON.stringify(user)).digest('hex'), user }))
          .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ),
    'user-names-alone': wrapping(
      'recordsOf',
      (records) => (answer) => records(answer)?.map((user) => (user as { username: string }).username),
    ),
    'accepts-more-without-signature': rewriting('accept', (accept, client) =>
      isMethod(client, 'signature') ? accept : 'application/json, text/plain;q=0.5',
    ),
    'logs-in-to-a-session-when-rejected': wrapping('list', (list, client) => async () => {
      if (isMethod(client, 'session') && !client.jar.has('sessionid')) await client.send(client.listRequest())
      return await list()
    }),
    'requests-an-icon': wrapping('list', (list, client) => async () => {
      await client.send({ method: 'GET', url: `${new URL(client.base()).origin}/favicon.ico`, headers: [] })
      return await list()
    }),
    'logs-out': loggingOut('POST', '/api/v1/authentication/logout/'),
    // Ends its token when the account changes, by a DELETE of the path where it logged in.
    'logs-out-at-login-path': loggingOut('DELETE', '/api/v1/authentication/auth/'),
    // Logs in when the account changes, and lists only if that succeeded.
    'logs-in-at-use': (client) => {
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
      wrap(client, 'list', (list) => async () => {
        if (isRejected && isMethod(client, 'token', 'mfa')) throw new Error('not logged in')
        return await list()
      })
    },
    'keeps-the-list': (client) => {
      let kept: unknown[] | undefined
      onUse(client, () => (kept = undefined))
      wrap(client, 'list', (list) => async () => (kept ??= await list()))
    },
  }),
]
