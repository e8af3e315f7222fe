import { loginPath } from '../../../harness/facts/families.ts'
import { methods, type Method } from '../../../harness/client-judge/operation.ts'
import { disguised } from '../../../harness/client-judge/other-origin.ts'
import type { Scenario, Stage } from '../../../harness/client-judge/played.ts'
import type { Disturbance } from '../../../harness/client-judge/proxy.ts'
import type { Recorded } from '../../../harness/client-judge/recorded.ts'
import { answer } from './answers.ts'
import { draw, onDrawnServer, rejections } from './freedom-classes.ts'
import { disguisedRedirects, redirectElsewhere, redirectTo } from './redirects.ts'
import { by, byEitherLogin, useAgain, useAndList } from './plain.ts'

/** True if the exchange is a request for the list. One without a credential only looks whether the server is there. */
const isList = ({ request: { method, target, headers } }: Recorded): boolean =>
  /^(GET|HEAD)$/.test(method) &&
  (target.split('?')[0] ?? '').endsWith('users/') &&
  headers.some(
    ([name, value]) =>
      /^authorization$/i.test(name) || (/^cookie$/i.test(name) && /\bsessionid=/.test(value)),
  )

/** Longer than clients wait that go by a second of their own. */
export const retryAfterSeconds = 2

/**
 * A client may request a list several times at once: by workers, or for a cache. What it sends within this time, it sends
 * before it knows of an answer to the first.
 */
const besideMs = 275

export const limited: Disturbance = {
  what: 'too many requests',
  answer: answer(429, '{"error":"rate-limited"}', ['retry-after', String(retryAfterSeconds)]),
  delayMs: besideMs,
}

const garbage = [
  '<html><body>Welcome</body></html>',
  '{"results": [{"username": "a',
  'OK',
  '\u0000\u0001\u0002',
]

/**
 * The methods with which lists go wrong in further ways. By a second factor, a client that sends no code twice would have to
 * wait for two more each time.
 */
export const withoutCodes: readonly Method[] = ['token', 'private-token', 'signature', 'session']

/** Bodies of rejections, with no list of any shape in them. */
const rejectionBodies = [
  '{"error":"not-authenticated","msg":"no"}',
  '{"code":401,"msg":"no"}',
  '{"detail":"no"}',
]

/** Statuses with which clients may take a rejected list for one without users. */
export const rejectedBy = [200, 400, 403, 404] as const

export const serverError = ({ random }: Stage): Disturbance => ({
  what: 'a server error',
  answer: answer([500, 502, 503][random.below(3)] ?? 500, '{"error":"internal"}'),
})

export const rejection = ({ random }: Stage): Disturbance => ({
  what: 'a rejection',
  answer: answer(
    [401, 403][random.below(2)] ?? 401,
    '{"error":"not-authenticated","msg":"no","messages":[{"token_type":"access"}]}',
  ),
})

export const oneError = ({ random }: Stage): Disturbance =>
  random.below(2) === 0
    ? { what: 'a server error', answer: answer(503, '{"error":"internal"}') }
    : { what: 'cut off', cut: true }

const otherList = '/api/v1/users/users/'

interface Trouble {
  name: string
  title: string
  make: (stage: Stage) => Disturbance
  /** How many list requests are disturbed; by default, all in the operation. */
  times?: number
  /** Begins a second after the first list: what the client requested beside that, or ahead, is over. */
  settled?: true
  /** Requests another list afterwards, undisturbed. */
  again?: true
  /** Only with these methods. */
  methods?: readonly Method[]
}

const troubles: readonly Trouble[] = [
  {
    name: 'cut',
    title: 'the second list is cut off in the middle',
    make: () => ({ what: 'cut off', cut: true }),
    times: 1,
  },
  {
    name: 'one-error',
    title: 'the second list fails once',
    make: oneError,
    times: 1,
    again: true,
  },
  {
    name: 'garbage',
    title: 'the second list is answered with something else',
    make: ({ random }) => ({
      what: 'not JSON',
      answer: answer(200, garbage[random.below(garbage.length)] ?? ''),
    }),
  },
  {
    name: 'server-error',
    title: 'the second list is answered with a server error, however often it is asked for',
    make: serverError,
  },
  {
    name: 'no-body',
    methods: withoutCodes,
    title: 'the second list is answered with status 200 and nothing else',
    make: () => ({ what: 'no body', answer: answer(200, '') }),
  },
  {
    name: 'server-error-with-list',
    methods: withoutCodes,
    title: 'the second list is answered with a server error that has an empty list in it',
    make: ({ random }) => ({
      what: 'a server error',
      answer: answer(500, ['[]', '{"error":"internal","results":[]}'][random.below(2)] ?? '[]'),
    }),
  },
  {
    name: 'retry-after',
    title: `the second list is answered with 429 once, and Retry-After: ${retryAfterSeconds}`,
    make: () => limited,
    times: 1,
    settled: true,
  },
  {
    name: 'redirect',
    title: 'the second list redirects to another origin',
    make: ({ random, played }) => {
      const status = [301, 302, 303, 307, 308][random.below(5)] ?? 307
      return redirectTo(played.otherOrigin + otherList, status)
    },
  },
  {
    name: 'list-rejected',
    title: 'the second list is rejected, however often it is asked for',
    make: rejection,
  },
  ...rejectedBy.map((status): Trouble => ({
    name: `list-rejected-by-${status}`,
    methods: withoutCodes,
    title: `the second list is rejected with status ${status}, however often it is asked for`,
    make: ({ random }) => ({
      what: 'a rejection',
      answer: answer(status, rejectionBodies[random.below(rejectionBodies.length)] ?? ''),
    }),
  })),
  {
    name: 'slow',
    title: 'the response to the second list takes a second and a half, and comes in two parts',
    make: () => ({ what: 'slow', delayMs: slowMs }),
    times: 1,
    again: true,
  },
  ...disguisedRedirects.map(({ name, way, to, methods: some }): Trouble => ({
    name,
    methods: some,
    title: `the second list redirects to ${to}`,
    make: ({ played }) => redirectTo(disguised(played)[way] + otherList),
  })),
]

const troublesOf = (method: Method) =>
  troubles.filter(({ methods: some }) => some === undefined || some.includes(method))

const changed = (password: string) => `${password.slice(0, -1)}-`

/**
 * Longer than clients on a local network wait before they take a server for dead; shorter than users wait without
 * noticing.
 */
const slowMs = 1500

/** Makes one kind of trouble after another, each after a list that succeeds; the client restarts each time. */
const troubled = (method: Method): Scenario => ({
  // With the other methods it would log in many times.
  ...(method === 'private-token' || method === 'signature' ? { anyServer: true } : {}),
  name: `trouble-${method}`,
  turn: 'spread',
  title: `By ${by[method]}, where lists go wrong.`,
  ...onDrawnServer(method),
  situations: troublesOf(method).map(({ name }) => `${name}-${method}`),
  async play(stage) {
    for (const { name, title, make, times = Infinity, again = false, settled } of troublesOf(method)) {
      stage.begin(`${name}-${method}`, `By ${by[method]}: ${title}.`)
      await useAgain(stage, method)
      await stage.list()
      if (settled) await stage.nextSecond()
      let left = times
      const how = make(stage)
      stage.disturb((exchange) => (isList(exchange) && left-- > 0 ? how : undefined))
      await stage.listPatiently()
      stage.disturb(undefined)
      if (!again) continue
      // A client may log in again after trouble.
      if (method === 'mfa') await stage.untilNextCode()
      await stage.list()
    }
  },
})

const wrongPassword = (method: Method): Scenario => ({
  name: 'wrong-password',
  title: 'The password is not that of the account.',
  method,
  variations: (random) => [...draw(random, method), rejections[random.below(rejections.length)] ?? ''],
  tell: ({ password, mfaPassword }) => ({ password: changed(password), mfaPassword: changed(mfaPassword) }),
  play: (stage) => useAndList(stage, method),
})

/** True if the request is a POST to one of the login paths. Others only look what is there, as an OPTIONS does. */
export const isLoginRequest = ({ played }: Stage, { request }: Recorded): boolean =>
  request.method === 'POST' &&
  Object.values(loginPath).includes((request.target.split('?')[0] ?? '').slice(played.prefix.length))

/** Scenarios in which the server or the network misbehaves. */
export const disturbedScenarios: readonly Scenario[] = [
  ...byEitherLogin(wrongPassword),
  { ...wrongPassword('session'), name: 'wrong-password-session' },
  ...byEitherLogin((method) => ({
    name: 'login-limited',
    turn: 'spread',
    title: `The first login is answered with 429, and Retry-After: ${retryAfterSeconds}.`,
    method,
    async play(stage) {
      let left = 1
      stage.disturb((exchange) => (isLoginRequest(stage, exchange) && left-- > 0 ? limited : undefined))
      await useAndList(stage, method)
    },
  })),
  {
    name: 'redirect-login',
    anyServer: true,
    title: 'The login redirects to another origin.',
    ...onDrawnServer('token'),
    async play(stage) {
      stage.disturb((exchange) =>
        isLoginRequest(stage, exchange) ? redirectElsewhere(stage, exchange) : undefined,
      )
      await useAndList(stage, 'token')
    },
  },
  {
    name: 'redirect-web-login',
    title: 'The web login redirects to another origin.',
    ...onDrawnServer('session'),
    async play(stage) {
      stage.disturb(({ request }) => ({
        what: 'a redirect to another origin',
        rewrite: (given) => {
          const others = given.headers.filter(([name]) => !/^location$/i.test(name))
          if (request.method !== 'POST' || others.length === given.headers.length) return given
          const headers = [...others, ['location', `${stage.played.otherOrigin}/welcome/`] as const]
          // Browsers send no form again after it.
          return { ...given, status: 303, headers }
        },
      }))
      await useAndList(stage, 'session')
    },
  },
  ...methods.map(troubled),
]
