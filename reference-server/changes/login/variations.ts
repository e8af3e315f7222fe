import { headerValues } from '../../common/call.ts'
import { choose, type Variation, wrap, wrapping } from '../change.ts'
import { Problem } from '../../server/problems.ts'
import { acceptOtherLogins } from '../shared/other-logins.ts'
import { legal, sending } from '../legal.ts'
import { defaultLimits } from '../server/limits.ts'

/** Puts the fields of an object in reverse order. */
const reversed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toReversed())
    : value

const takeNoOtherFields = wrapping('shapes.credentials', (read) => (call) => {
  const names = Object.keys({ ...(call.body as object) })
  const namesCharset = headerValues(call, 'content-type').some((type) => type.includes('charset'))
  if (namesCharset || names.some((name) => name !== 'username' && name !== 'password'))
    throw new Problem('malformed', 'only username and password are taken')
  return read(call)
})

/** How successful logins are answered. */
export const loginVariations: Record<string, Variation> = {
  'login-answers-201': legal('A login gets 201, and more fields with the token.', ({ answers, choices }) => {
    choices.loginStatus = 201
    wrap(answers, 'token', (token) => (issued, call) => ({
      ...(token(issued, call) as object),
      keyword: 'Bearer',
      user: { username: issued.username },
    }))
  }),
  'login-answers-202': legal('A login gets 202.', choose({ loginStatus: 202 })),
  'login-tells-expiry': legal(
    'The token response says when the token expires, and has fields that are null.',
    wrapping('answers.token', (token, { clock }) => (issued, call) => ({
      expires_in: Math.ceil((issued.issuedAt - clock.now()) / 1000) + 3600,
      refresh_token: null,
      seed: null,
      code: 0,
      ...(token(issued, call) as object),
    })),
  ),
  'login-rejects-void-tokens': legal(
    'A login beside a token that is void or unknown is rejected, as is any other request with one.',
    wrapping('handle', (handle, parts) => async (handler, call, reply) => {
      const [authorization = ''] = headerValues(call, 'authorization')
      const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
      if (call.operation === 'login' && token !== undefined && !parts.tokens.accepts(token, call))
        throw new Problem('not-authenticated', 'the token is not valid')
      return await handle(handler, call, reply)
    }),
  ),
  'login-takes-no-credential': legal(
    'A login beside a credential or a session is rejected, and failed logins are limited.',
    wrapping('handle', (handle) => async (handler, call, reply) => {
      const sent = [...headerValues(call, 'authorization'), ...headerValues(call, 'cookie')]
      if (call.operation === 'login' && sent.length > 0)
        throw new Problem('malformed', 'a login takes no credential')
      return await handle(handler, call, reply)
    }),
    { declare: defaultLimits },
  ),
  'login-takes-other-requests': legal(
    'A login may also be multipart, have any content type, be in the query or use GET.',
    acceptOtherLogins,
  ),
  'login-takes-no-other-fields': legal(
    'A login with a charset, or with fields other than username and password, is rejected.',
    takeNoOtherFields,
  ),
  'login-takes-no-other-fields-under-limits': legal(
    'As above; the second step does not read form-encoded fields, and failed logins are limited.',
    (parts) => {
      takeNoOtherFields(parts)
      parts.choices.secondStepEncodings = { 'users-v1': ['json'], v1: ['json'] }
    },
    { declare: defaultLimits },
  ),
  'right-secrets-are-common-ones': legal(
    'The password of the first user and the secret of her access key are in every list of common ones.',
    (parts) => {
      const valid = parts.demo.accounts.find(({ username }) => username === 'ada')?.password ?? ''
      wrap(parts, 'checkPassword', (check) => (username, sent, call) => {
        if (username !== 'ada') return check(username, sent, call)
        return check(username, sent === 'changeme' ? valid : `not ${valid}`, call)
      })
      wrap(parts.accessKeys, 'find', (find) => (keyId, call) => {
        const key = find(keyId, call)
        return key && { ...key, keySecret: key.username === 'ada' ? 'password' : key.keySecret }
      })
    },
    {
      declare: {
        accounts: { plain: { username: 'ada', password: 'changeme' } },
        accessKeys: [
          { keyId: '1dd65ed2-d9b2-424d-8e2c-b10c09a0778b', keySecret: 'password', username: 'ada' },
          {
            keyId: 'c4ccffe2-5708-4a2c-ad83-3b49d4ac07a1',
            keySecret: '6623d7a7-f493-4080-b0a9-bbd51406692d',
            username: 'dee',
          },
        ],
      },
    },
  ),
  'json-type-in-capitals': legal('The content type of JSON is written APPLICATION/JSON.', (parts) => {
    sending(parts, (reply, body) => {
      if (String(reply.getHeader('content-type')).startsWith('application/json'))
        reply.type('APPLICATION/JSON')
      return body
    })
  }),
  'json-pretty-and-escaped': legal(
    'JSON spans many lines, with the outermost fields in reverse order, and every slash, every non-ASCII character and the first letter or digit of each text escaped.',
    (parts) => {
      sending(parts, (reply, body) => {
        if (!/json/.test(String(reply.getHeader('content-type')))) return body
        const text = JSON.stringify(reversed(JSON.parse(String(body))), null, 2)
        return text
          .replaceAll('/', '\\/')
          .replace(
            /(?<=": ")[a-z0-9]|[^\0-\x7f]/gi,
            (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
      })
    },
  ),
}
