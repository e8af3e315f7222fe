import { methods, type Method } from '../../../harness/client-judge/operation.ts'
import type { Scenario, Stage } from '../../../harness/client-judge/played.ts'
import { readJson, text } from '../../../harness/client-judge/read-calls.ts'
import { by, newestToken } from './plain.ts'

/** A legal difference: the situation's name, what differs, and the variations of which the seed draws one. */
type Freedom = readonly [name: string, what: string, ...variations: string[]]

async function listOnce(stage: Stage, method: Method) {
  await stage.use(method)
  await stage.list()
}

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

const everywhere: readonly Freedom[] = [
  ['list-shape', 'the list has another shape', ...lists],
  ['json', 'JSON is written otherwise', 'json-pretty-and-escaped', 'json-type-in-capitals'],
  ['http', 'answers use more of HTTP', ...http],
]
const own: Partial<Record<Method, readonly Freedom[]>> = {
  token: [
    ['login-status', 'a login is answered with another status', 'login-answers-202'],
    ['more-fields', 'answers have further fields', 'login-tells-expiry'],
    ['token-text', 'tokens look otherwise', ...tokens],
  ],
  mfa: [
    ['challenge-status', 'the challenge has another status', ...statuses],
    ['challenge-msg', 'the challenge has another msg', 'challenge-in-chinese', 'challenge-without-words'],
    ['seed-text', 'seeds look otherwise', ...seeds],
    ['otp-url-query', 'the otp_url has a query of its own', 'otp-url-with-query'],
  ],
  session: [
    [
      'session-text',
      'the cookie has other characters',
      'session-cookie-with-signs',
      'session-cookie-attributes',
    ],
    [
      'session-renewed',
      'each answer sets another cookie',
      'session-id-renewed',
      'session-id-renewed-old-stays',
    ],
  ],
}

/** One server after the other, each with one freedom; the client begins anew on each. */
function freedoms(method: Method): Scenario {
  const all: readonly Freedom[] = [
    ...everywhere.map(([name, ...rest]): Freedom => [`${name}-${method}`, ...rest]),
    ...(own[method] ?? []),
  ]
  const family = `one-family-${method}`
  return {
    name: `freedoms-${method}`,
    title: `By ${by[method]}, on servers that differ in one thing each.`,
    method,
    situations: [...all.map(([name]) => name), family],
    async play(stage) {
      for (const [name, what, ...variations] of all) {
        stage.begin(name, `By ${by[method]}, where ${what}.`)
        await stage.vary([variations[stage.random.below(variations.length)] ?? ''])
        await listOnce(stage, method)
      }
      const { v1, 'users-v1': older } = stage.families
      if (v1 && older) return stage.leaveOut(family, 'the client uses both path families')
      stage.begin(family, `By ${by[method]}, where the server has only the path family that the client uses.`)
      await stage.vary([v1 ? 'newer-family-only' : 'older-family-only'])
      await listOnce(stage, method)
    },
  }
}

const prefixes = ['path-prefix', 'deep-path-prefix', 'otp-url-without-prefix']

/** Servers that differ in one thing that the specification leaves open. */
export const freedomScenarios: readonly Scenario[] = [
  ...methods.map(freedoms),
  ...(['token', 'mfa', 'private-token', 'signature'] as const).map((method): Scenario => ({
    name: `prefix-${method}`,
    title: `By ${by[method]}, where the base URL has a path.`,
    method,
    variations: (random) => [prefixes[random.below(prefixes.length)] ?? ''],
    play: (stage) => listOnce(stage, method),
  })),
  {
    name: 'same-token',
    title: 'The server answers each login with the same token, and its hour begins anew.',
    method: 'token',
    variations: () => ['same-token-for-ever'],
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
    variations: (random) => [rejections[random.below(rejections.length)] ?? ''],
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
    anyServer: true,
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
]
