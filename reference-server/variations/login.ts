import { type Variation, wrap } from '../change.ts'
import { legal, sending } from './legal.ts'

/** How a good login is answered. */
export const loginVariations: Variation[] = [
  legal(
    'login-answers-201',
    'A login is answered with 201 and further fields beside the token.',
    ({ answers, choices }) => {
      choices.loginStatus = 201
      wrap(answers, 'token', (token) => (issued, call) => ({
        ...(token(issued, call) as object),
        keyword: 'Bearer',
        user: { username: issued.username },
      }))
    },
  ),
  legal('login-answers-202', 'A login is answered with 202.', ({ choices }) => {
    choices.loginStatus = 202
  }),
  legal(
    'login-tells-expiry',
    'The token response tells when the token ends, and has fields that are null.',
    ({ answers, clock }) => {
      wrap(answers, 'token', (token) => (issued, call) => ({
        expires_in: Math.ceil((issued.issuedAt - clock.now()) / 1000) + 3600,
        refresh_token: null,
        seed: null,
        code: 0,
        ...(token(issued, call) as object),
      }))
    },
  ),
  legal('json-type-in-capitals', 'The content type of JSON is written APPLICATION/JSON.', (parts) => {
    sending(parts, (reply, body) => {
      if (String(reply.getHeader('content-type')).startsWith('application/json'))
        reply.type('APPLICATION/JSON')
      return body
    })
  }),
  legal(
    'json-pretty-and-escaped',
    'JSON comes on many lines, every letter beyond ASCII escaped.',
    (parts) => {
      sending(parts, (reply, body) => {
        if (!/json/.test(String(reply.getHeader('content-type')))) return body
        const text = JSON.stringify(JSON.parse(String(body)), null, 2)
        return text.replace(
          /[^\0-\x7f]/g,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      })
    },
  ),
]
