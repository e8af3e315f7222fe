import { createServer, type Server } from 'node:net'
import { Server as HttpServer } from 'node:http'
import { createEcho } from './echoing.ts'
import { hostileServers as servers, type HostileServer } from './hostile-servers.ts'

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

const few = ['login.wrong-password', 'users.json', 'anonymous']

export const mixes = (secrets: readonly string[]): readonly Mix[] => [
  ...servers.alone.map((one): Mix => ({
    name: one.name,
    of: [one],
    only: few,
    exitCode: one.name.includes('list') ? 1 : 3,
  })),
  { name: 'deep', of: servers.deep, mayPass: true, waits: true, exitCode: 1 },
  { name: 'texts', of: servers.texts, mayPass: true, waits: true, exitCode: 1 },
  { name: 'long-values', of: servers.longValues, mayPass: true, waits: true, exitCode: 1 },
  { name: 'pages', of: servers.pages, exitCode: 1 },
  { name: 'heads', of: servers.heads, exitCode: 1 },
  ...servers.broken.map((one): Mix => ({
    name: one.name,
    of: [one],
    // An answer cut at the limit is HTTP, but proves nothing.
    exitCode: one.name === 'endless-body' ? 3 : 6,
  })),
  // After a first readable answer, the suite doesn't take them for a server that isn't running.
  {
    name: 'broken-answers',
    of: [...servers.texts.filter(({ name }) => name === 'proto'), ...servers.broken],
    exitCode: 1,
  },
  { name: 'redirects', of: servers.redirects, exitCode: 1 },
  { name: 'forms', of: servers.forms, exitCode: 1 },
  {
    name: 'second-steps',
    of: servers.secondSteps,
    only: ['mfa.challenge-shape', 'mfa.second-step-grants-token', 'login', 'mfa.seed-one-time'],
    mayPass: true,
    waits: true,
    exitCode: 1,
  },
  {
    name: 'echoes',
    of: [{ name: 'echo', create: () => createEcho(secrets) }],
    only: ['login', 'users', 'session', 'anonymous', 'private-token', 'signature', 'mfa.challenge-shape'],
    mayPass: true,
    exitCode: 1,
  },
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
