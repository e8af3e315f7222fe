import { expect, test } from 'vitest'
import { createTestClient, type Reply, type Subject } from '../../client/testing/test-client.ts'
import { listPath } from '../../facts/families.ts'
import type { WireRequest } from '../../wire/exchange.ts'
import { demandOwnOrigin } from './demand-own-origin.ts'
import { probeSubject } from './first-look.ts'
import { Misdeclared } from '../case/misdeclared.ts'

/** Looks at a subject that answers every path alike, but for those in `served`. */
async function look(everywhere: (request: WireRequest) => Reply, served: Subject = {}) {
  const subject = new Proxy(served, { get: (known, route) => known[String(route)] ?? everywhere })
  const { run } = createTestClient(subject, { prefix: '/app' })
  await demandOwnOrigin(run, await probeSubject(run.wire))
}
const to =
  (location: (target: string) => string) =>
  ({ target }: WireRequest): Reply => ({ status: 301, headers: [['Location', location(target)]], body: '' })
const secure = to((target) => `https://api.example.org${target}`)

test('a base URL that redirects everything to another origin is wrong, and the message names the other', async () => {
  const looked = look(secure)
  await expect(looked).rejects.toThrow(Misdeclared)
  await expect(looked).rejects.toThrow(
    /^baseUrl: http.* redirects every request to https:\/\/api\.example\.org\. Declare https:\/\/api\.example\.org\/app if/,
  )
})

test.for<[what: string, everywhere: (request: WireRequest) => Reply, served?: Subject]>([
  ['the other list is here', secure, { [`GET /app${listPath['users-v1']}`]: { status: 401 } }],
  ['everything leads to a login page elsewhere', to(() => 'https://sso.example.org/login')],
  ['each path has a slash added here', to((target) => `${target}/`)],
  ['a redirect leads nowhere', () => ({ status: 301, body: '' })],
  ['it answers', () => ({ status: 401, body: '' })],
])('it may be right if %s', async ([, everywhere, served]) => {
  await expect(look(everywhere, served)).resolves.toBeUndefined()
})
