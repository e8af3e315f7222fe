import { createServer, type Server } from 'node:net'
import { Server as HttpServer } from 'node:http'
import { createEcho } from './echoing.ts'
import { hostileServers, type HostileServer } from './hostile-servers.ts'

/** Hostile servers judged in one run, which answer the requests in turn. */
export interface Mix {
  name: string
  of: readonly HostileServer[]
  /** The topics or requirements to judge, if not the usual ones. */
  only?: readonly string[]
  /** Some of them grant and some reject, so a rule may look kept. */
  mayPass?: true
  /** The run mostly waits, so others can run alongside. */
  waits?: true
  exitCode: 1 | 3 | 6
}

const named = (...names: string[]) => hostileServers.filter(({ name }) => names.includes(name))
const beginning = (word: string) => hostileServers.filter(({ name }) => name.startsWith(word))
const broken = hostileServers.filter(({ isHttp }) => isHttp === false)
const few = ['login.wrong-password', 'users.json', 'anonymous']

export const mixes = (secrets: readonly string[]): readonly Mix[] => [
  ...[
    'list-of-20-mib',
    'changing-list',
    'many-arrays',
    'many-records',
    'many-names',
    'rejection-behind-33-mib',
  ].map((name): Mix => ({
    name,
    of: named(name),
    only: few,
    exitCode: name.includes('list') ? 1 : 3,
  })),
  {
    name: 'deep',
    of: named('deep-arrays', 'deep-objects', 'deep-record', 'deep-token'),
    mayPass: true,
    waits: true,
    exitCode: 1,
  },
  {
    name: 'texts',
    of: named(
      'invalid-utf-8',
      'half-a-surrogate',
      'nul-bytes',
      'proto',
      'quotes',
      'backslashes',
      'password-names',
    ),
    mayPass: true,
    waits: true,
    exitCode: 1,
  },
  {
    name: 'long-values',
    of: named('otp-url-of-100-kb', 'otp-url-of-queries', 'seed-of-1-mib', 'token-of-1-mib', 'long-name'),
    mayPass: true,
    waits: true,
    exitCode: 1,
  },
  {
    name: 'pages',
    of: hostileServers.filter(({ name }) => pages.includes(name)),
    exitCode: 1,
  },
  {
    name: 'heads',
    of: named('gzip-bomb', 'brotli-bomb', 'no-gzip', '300-cookies', 'long-header', 'spaced-cookie'),
    exitCode: 1,
  },
  ...broken.map((one): Mix => ({
    name: one.name,
    of: [one],
    // An answer cut at the limit is HTTP, but proves nothing.
    exitCode: one.name === 'endless-body' ? 3 : 6,
  })),
  // After a first readable answer, the suite doesn't take them for a server that isn't running.
  { name: 'broken-answers', of: [...named('proto'), ...broken], exitCode: 1 },
  { name: 'redirects', of: beginning('redirect-'), exitCode: 1 },
  { name: 'forms', of: beginning('form-'), exitCode: 1 },
  {
    name: 'second-steps',
    of: beginning('second-step-elsewhere-'),
    only: ['mfa.challenge-shape', 'mfa.second-step-grants-token', 'login', 'mfa.seed-one-time'],
    mayPass: true,
    waits: true,
    exitCode: 1,
  },
  {
    name: 'echoes',
    of: [{ name: 'echo', summary: 'Tells every secret in every way.', create: () => createEcho(secrets) }],
    only: ['login', 'users', 'session', 'anonymous', 'private-token', 'signature', 'mfa.challenge-shape'],
    mayPass: true,
    exitCode: 1,
  },
]

const pages = [
  'hidden-inputs',
  'open-forms',
  'closed-forms',
  'percent-signs',
  'ampersands',
  'white-space',
  'letters',
  'letters-and-digits',
  'entities',
  'line-feeds',
]

/** Creates the server of a mix, and counts how often each of its servers answered. */
export function createMix({ of }: Mix, elsewhere: string): { server: Server; answered: readonly number[] } {
  const servers = of.map((one) => one.create(elsewhere))
  const answered = servers.map(() => 0)
  let count = 0
  const next = () => {
    const at = count++ % servers.length
    answered[at] = (answered[at] ?? 0) + 1
    return servers[at]
  }
  const isHttp = servers.every((one) => one instanceof HttpServer)
  const server = isHttp
    ? new HttpServer((request, response) => next()?.emit('request', request, response))
    : createServer((socket) => next()?.emit('connection', socket))
  return { server, answered }
}
