import { extending } from '../legal.ts'
import { type Call, cookieValue, headerValues } from '../../common/call.ts'
import { type Defect, wrap, wrapping, wrappingOn } from '../change.ts'
import { isCall } from '../shared/alter-answers.ts'
import { breaking, should } from '../shared/breach.ts'
import type { Methods } from '../../server/method.ts'
import { methodOf } from '../shared/method-of.ts'

const no5xx = breaking(should('refusal.no-5xx'))

/** Rejections that end in a server error. */
export const refusalDefects: Record<string, Defect> = {
  'unknown-token-answers-500': serverError('An unknown token ends in a server error.', (call) => {
    return methodOf(call) === 'bearer'
  }),
  'unknown-session-answers-500': serverError('An unknown session cookie ends in a server error.', (call) => {
    return cookieValue(call, 'sessionid') !== undefined && methodOf(call) === 'session'
  }),
  'token-beyond-ascii-answers-500': onlyAscii('bearer', 'token'),
  'private-token-beyond-ascii-answers-500': onlyAscii('token', 'private token'),
  'key-id-beyond-ascii-answers-500': onlyAscii('signature', 'key ID'),
  'session-cookie-beyond-ascii-answers-500': onlyAscii('session', 'session cookie'),
  'seed-beyond-ascii-answers-500': no5xx(
    'A seed beyond ASCII ends in a server error, because the function that compares them takes ASCII only.',
    wrapping('seeds.find', (find) => (text, call) => {
      if (!isAscii(text)) throw new Error('the seed is not ASCII')
      return find(text, call)
    }),
  ),
  'user-name-beyond-ascii-answers-500': no5xx(
    'A username beyond ASCII ends in a server error, because the directory takes ASCII only.',
    wrapping('checkPassword', (check) => (username, sent, call) => {
      if (!isAscii(username)) throw new Error('the username is not ASCII')
      return check(username, sent, call)
    }),
  ),
  'no-credentials-answers-500': serverError(
    'A request without credentials ends in a server error.',
    (call) => methodOf(call) === undefined,
  ),
  'unknown-scheme-answers-500': serverError('An unknown scheme word ends in a server error.', (call) => {
    return methodOf(call) === 'other'
  }),
  'signature-wrong-answers-500': serverError(
    'A signature that does not verify ends in a server error.',
    (call) => methodOf(call) === 'signature',
  ),
  'signature-malformed-answers-500-on-older-list': no5xx(
    'On the older list, a malformed Signature header ends in a server error.',
    wrappingOn('users-v1', 'signatures.read', (read) => (text, call) => {
      const parameters = read(text, call)
      if (!parameters) throw new Error('cannot read the parameters')
      return parameters
    }),
  ),
  'signature-unknown-algorithm-answers-500-on-newer-list': no5xx(
    'On the newer list, an unknown algorithm ends in a server error.',
    wrappingOn('v1', 'signatures.fault', (fault, { choices }) => (parameters, key, call) => {
      if (!choices.signatureAlgorithms.includes(parameters.algorithm)) throw new Error('no such algorithm')
      return fault(parameters, key, call)
    }),
  ),
  'signature-list-with-two-spaces-answers-500-on-older-list': no5xx(
    'On the older list, two spaces in the list of signed headers end in a server error.',
    wrappingOn('users-v1', 'signatures.read', (read) => (text, call) => {
      if (text.includes('date  accept')) throw new Error('no header has an empty name')
      return read(text, call)
    }),
  ),
  'scheme-without-credentials-answers-500': no5xx(
    'A scheme word without credentials ends in a server error.',
    wrapping('authenticate', (of) => (call) => {
      const [text = ' '] = headerValues(call, 'authorization')
      if (!text.includes(' ')) throw new Error('nothing behind the scheme word')
      return of(call)
    }),
  ),
  'password-over-72-bytes-answers-500': no5xx(
    'A password of more than 72 bytes ends in a server error, because the hash function takes no more.',
    wrapping('checkPassword', (check) => (username, sent, call) => {
      if (Buffer.byteLength(sent) > 72) throw new Error('the password is too long to be hashed')
      return check(username, sent, call)
    }),
  ),
  'user-name-with-half-a-pair-answers-500': no5xx(
    'A username with half of a surrogate pair ends in a server error, because it can not be written as UTF-8.',
    wrapping('checkPassword', (check) => (username, sent, call) => {
      if (/\p{Cs}/u.test(username)) throw new Error('surrogates not allowed')
      return check(username, sent, call)
    }),
  ),
  'failed-web-login-answers-500': no5xx(
    'A web login with an unknown username ends in a server error.',
    wrapping('checkPassword', (check, { accounts }) => (username, sent, call) => {
      if (call.operation === 'web-login' && !accounts.find(username)) throw new Error('no such user')
      return check(username, sent, call)
    }),
  ),
  'login-body-empty-answers-500-on-older-family': no5xx(
    'A login with an empty body ends in a server error on the older path family.',
    extending((app, parts) => {
      app.addHook('preParsing', async ({ raw }) => {
        const isLogin = raw.url === parts.choices.basePath + parts.paths.login['users-v1']
        if (isLogin && raw.headers['content-length'] === '0') throw new Error('unexpected end of JSON input')
      })
    }),
  ),
  'body-malformed-answers-500': no5xx(
    'A body that is no JSON ends in a server error.',
    extending((app) => {
      app.addHook('onError', async (_request, _reply, error) => {
        if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') error.statusCode = 500
      })
    }),
  ),
  'form-login-beyond-utf8-answers-500': no5xx(
    'A form-encoded login whose username is no UTF-8 ends in a server error.',
    wrapping('checkPassword', (check) => (username, sent, call) => {
      if (call.encoding === 'form' && /\ufffd|%[89a-f]/i.test(username))
        throw new Error('cannot decode the username')
      return check(username, sent, call)
    }),
  ),
  'code-with-zero-character-answers-500': no5xx(
    'A code with a null character ends in a server error, because the database stores no such text.',
    wrapping('checkCode', (check) => (account, code, call) => {
      if (code.includes('\0')) throw new Error('a string literal cannot contain NUL characters')
      return check(account, code, call)
    }),
  ),
  'seed-with-zero-character-answers-500': no5xx(
    'A seed with a null character ends in a server error, because the database stores no such text.',
    wrapping('seeds.find', (find) => (text, call) => {
      if (text.includes('\0')) throw new Error('a string literal cannot contain NUL characters')
      return find(text, call)
    }),
  ),
  'login-body-null-answers-500': bodyError('login', 'null', (body) => body === null),
  'login-body-array-answers-500': bodyError('login', 'an array', Array.isArray, 'v1'),
  'second-step-body-text-answers-500': bodyError(
    'second-step',
    'a text',
    (body) => typeof body === 'string',
    'users-v1',
  ),
  'token-as-seed-answers-500': no5xx(
    'A token instead of the seed ends in a server error.',
    wrapping('seeds.find', (find, { tokens }) => (text, call) => {
      if (tokens.find(text, call)) throw new Error('a token is no seed')
      return find(text, call)
    }),
  ),
  'unpadded-signature-answers-500-on-older-list': no5xx(
    'On the older list, a base64 signature without padding ends in a server error.',
    wrappingOn('users-v1', 'signatures.fault', (fault) => (parameters, key, call) => {
      if (/^[\w+/]{43}$/.test(parameters.signature)) throw new Error('incorrect padding')
      return fault(parameters, key, call)
    }),
  ),
  'unknown-seed-answers-500': no5xx('An unknown seed ends in a server error.', ({ seeds }) => {
    wrap(seeds, 'find', (find) => (text, call) => {
      const seed = find(text, call)
      if (!seed) throw new Error('unknown seed')
      return seed
    })
  }),
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** A credential of this method ends in a server error if it is not ASCII. */
function onlyAscii(method: keyof Methods, what: string): Defect {
  return serverError(
    `A ${what} beyond ASCII ends in a server error, because the function that compares them takes ASCII only.`,
    (call) =>
      methodOf(call) === method &&
      !isAscii([...headerValues(call, 'authorization'), ...headerValues(call, 'cookie')].join('')),
  )
}

/** A body that is not an object with fields ends in a server error, on one path family or both. */
function bodyError(
  operation: 'login' | 'second-step',
  what: string,
  is: (body: unknown) => boolean,
  family?: 'users-v1' | 'v1',
): Defect {
  const on = family === undefined ? '' : ` on the ${family === 'v1' ? 'newer' : 'older'} path family`
  return no5xx(
    `A ${operation.replace('-', ' ')} whose body is ${what} ends in a server error${on}.`,
    wrapping('handle', (handle) => (handler, call, reply) => {
      if (isCall(operation, family)(call) && is(call.body)) throw new Error('no fields to read')
      return handle(handler, call, reply)
    }),
  )
}

/** A rejected list request of this kind ends in a server error. */
function serverError(summary: string, isOf: (call: Call) => boolean): Defect {
  return no5xx(summary, (parts) => {
    wrap(parts, 'authenticate', (of) => async (call) => {
      const account = await of(call)
      if (!account && call.operation === 'list' && isOf(call)) throw new Error(summary)
      return account
    })
  })
}
