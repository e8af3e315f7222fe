import { methods, type Method } from '../../../harness/client-judge/operation.ts'
import type { Scenario, Stage } from '../../../harness/client-judge/played.ts'
import { readJson, text } from '../../../harness/client-judge/read-calls.ts'
import { by, newestToken } from './plain.ts'

/** Variations of the reference server of which the seed draws one. */
const drawn =
  (...names: string[]): NonNullable<Scenario['variations']> =>
  (random) => [names[random.below(names.length)] ?? '']

async function listOnce(stage: Stage, method: Method) {
  await stage.use(method)
  await stage.list()
}

const freedom = (name: string, method: Method, what: string, ...variations: string[]): Scenario => ({
  name,
  title: `By ${by[method]}, where ${what}.`,
  method,
  variations: drawn(...variations),
  play: (stage) => listOnce(stage, method),
})

const forEach = (make: (method: Method) => Scenario): Scenario[] => methods.map(make)

const lists = [
  'list-in-results',
  'list-in-data',
  'list-in-users',
  'list-in-depth',
  'list-reversed',
  'list-answers-206',
  'list-with-more-fields',
]
const http = [
  'answers-are-chunked',
  'connections-are-closed',
  'header-names-in-capitals',
  'no-date-header',
  'no-reason-phrase',
  'cors-headers',
  'rate-limit-told',
]
const rejections = [
  'refusals-answer-400',
  'refusals-answer-403',
  'refusals-answer-404',
  'refusals-answer-418',
  'refusals-answer-200',
  'refusals-without-body',
  'refusals-in-html',
  'refusals-in-plain-text',
  'refusals-in-chinese',
]
const seeds = [
  'seeds-are-jwts',
  'seeds-are-six-digits',
  'seeds-are-long',
  'seeds-are-unicode',
  'seeds-are-short',
]
const tokens = [
  'tokens-are-jwts',
  'tokens-are-base64',
  'tokens-are-uuids',
  'tokens-are-long',
  'tokens-are-short',
]
const statuses = [201, 300, 400, 401, 403].map((status) => `challenge-answers-${status}`)

/** Servers that differ in one thing that the specification leaves open. */
export const freedomScenarios: readonly Scenario[] = [
  freedom(
    'login-status',
    'token',
    'a login is answered with another status',
    'login-answers-201',
    'login-answers-202',
  ),
  freedom('more-fields', 'token', 'answers have further fields', 'login-tells-expiry', 'login-answers-201'),
  freedom('challenge-status', 'mfa', 'the challenge has another status', ...statuses),
  freedom(
    'challenge-msg',
    'mfa',
    'the challenge has another msg',
    'challenge-in-chinese',
    'challenge-without-words',
  ),
  freedom('seed-text', 'mfa', 'seeds look otherwise', ...seeds),
  freedom('token-text', 'token', 'tokens look otherwise', ...tokens),
  freedom(
    'session-text',
    'session',
    'the cookie has other characters',
    'session-cookie-with-signs',
    'session-cookie-attributes',
  ),
  freedom(
    'session-renewed',
    'session',
    'each answer sets another cookie',
    'session-id-renewed',
    'session-id-renewed-old-stays',
  ),
  ...forEach((method) => freedom(`list-shape-${method}`, method, 'the list has another shape', ...lists)),
  ...forEach((method) =>
    freedom(
      `json-${method}`,
      method,
      'JSON is written otherwise',
      'json-pretty-and-escaped',
      'json-type-in-capitals',
    ),
  ),
  ...forEach((method) => freedom(`http-${method}`, method, 'answers use more of HTTP', ...http)),
  ...(['token', 'mfa', 'private-token', 'signature'] as const).map((method) =>
    freedom(
      `prefix-${method}`,
      method,
      'the base URL has a path',
      'path-prefix',
      'deep-path-prefix',
      'otp-url-without-prefix',
    ),
  ),
  ...forEach((method) => ({
    name: `one-family-${method}`,
    title: `By ${by[method]}, where the server has only the path family that the client uses.`,
    method,
    variations: (_random, families) =>
      families.v1 && families['users-v1']
        ? { unfit: 'the client uses both path families' }
        : [families.v1 ? 'newer-family-only' : 'older-family-only'],
    play: (stage) => listOnce(stage, method),
  })),
  {
    name: 'same-token',
    title: 'The server answers each login with the same token, and its hour begins anew.',
    method: 'token',
    variations: drawn('same-token-for-ever'),
    async play(stage) {
      await stage.use('token')
      await stage.list()
      await stage.advance(3631)
      await stage.list()
    },
  },
  {
    name: 'rejection',
    title: 'A token is rejected otherwise than with 401.',
    method: 'token',
    variations: drawn(...rejections),
    async play(stage) {
      await stage.use('token')
      await stage.list()
      const token = newestToken(stage)
      if (token === undefined) return
      await stage.expire(token)
      await stage.list()
    },
  },
  {
    name: 'look-alike',
    title: 'A token response has a code and a msg, and the code is not 101.',
    method: 'token',
    async play(stage) {
      stage.disturb(({ request }) => ({
        what: 'further fields',
        rewrite: (answer) => {
          const said = readJson(text(answer.body))
          if (request.method !== 'POST' || typeof said !== 'object' || said === null || !('token' in said))
            return answer
          const more = { code: stage.random.below(100), msg: 'ok', seed: null, otp_url: null }
          return { ...answer, body: Buffer.from(JSON.stringify({ ...more, ...said })) }
        },
      }))
      await listOnce(stage, 'token')
    },
  },
  {
    name: 'otp-url',
    title: 'The second step stands at a path of its own.',
    method: 'mfa',
    async play(stage) {
      const paths = ['/login/second-step', '/api/v1/mfa/?step=2&next=%2Fhome%3Fa%3Db', '/api/users/v2/otp/']
      const otpUrl = stage.played.prefix + (paths[stage.random.below(paths.length)] ?? '')
      let own = ''
      stage.disturb(({ request }) =>
        request.target === otpUrl
          ? { what: 'the second step at its own path', target: own }
          : {
              what: 'another otp_url',
              rewrite: (answer) => {
                const said = readJson(text(answer.body))
                if (typeof said !== 'object' || said === null || !('otp_url' in said)) return answer
                own = String(said.otp_url)
                return { ...answer, body: Buffer.from(JSON.stringify({ ...said, otp_url: otpUrl })) }
              },
            },
      )
      await listOnce(stage, 'mfa')
    },
  },
  {
    name: 'otp-url-query',
    title: 'The otp_url has a query of its own.',
    method: 'mfa',
    variations: drawn('otp-url-with-query'),
    play: (stage) => listOnce(stage, 'mfa'),
  },
] satisfies readonly Scenario[]
