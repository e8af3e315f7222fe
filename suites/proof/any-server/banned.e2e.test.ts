import { expect, test } from 'vitest'
import { judge } from './testing/conformance.ts'
import { startFront, type Asked, type Canned } from './testing/front.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'

const banned: Canned = {
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: '{"detail":"forbidden"}',
}

/** Answers everything after this many failures like this. */
async function startBanning(after: number, answer = banned) {
  const { url, control } = await startReference()
  let failures = 0
  const front = await startFront(url, {
    intercept: () => (failures >= after ? answer : undefined),
    alter: (given, { method }) => {
      if (method === 'POST' && given.status >= 400 && given !== answer) failures++
      return given
    },
  })
  return declared({ url: front.url, control })
}

const why =
  'the server rejects everything now: a ban, or a limit on requests? Declare a lower limits.failedLogins'

test.for([403, 401])(
  'a server that rejects everything with %d after failures is not failed for it, and the report says why',
  async (status) => {
    const { having, report } = await judge(await startBanning(3, { ...banned, status }), [
      '--only',
      'login',
      'private-token',
      'signature.accepted',
      'session',
      'users',
    ])

    expect(having('fail')).toEqual([])
    expect(having('inconclusive')).toContain('login.json')
    expect(JSON.stringify(report)).toContain(why)
  },
)

/** Gives every credential, or every private token, the usual 401 after this many rejected ones. */
async function startBanningCredentials(after: number, isCounted: (asked: Asked) => boolean) {
  const { url, control } = await startReference()
  let failures = 0
  let usual: Canned | undefined
  const front = await startFront(url, {
    intercept: (asked) => (failures >= after && isCounted(asked) ? usual : undefined),
    alter: (answer, asked) => {
      if (asked.method === 'GET' && answer.status === 401) usual = answer
      if (answer.status === 401 && isCounted(asked)) failures++
      return answer
    },
  })
  return declared({ url: front.url, control })
}

const isCredential = ({ method, headers: { authorization, cookie } }: Asked) =>
  method === 'POST' || (authorization ?? cookie) !== undefined
const isPrivateToken = ({ headers: { authorization } }: Asked) => authorization?.startsWith('Token ') === true

test.for([1, 3, 8])(
  'nor is one that rejects every credential as usual after %d rejected ones',
  async (after) => {
    const { having, report } = await judge(await startBanningCredentials(after, isCredential), [
      '--only',
      'login.json',
      'private-token.accepted',
      'signature.accepted',
      'signature.with-host',
    ])
    expect(having('fail')).toEqual([])
    expect(having('inconclusive')).toContain('private-token.accepted')
    expect(JSON.stringify(report)).toContain('the server rejects every credential now')
  },
)

test('nor is one that only does so with private tokens', async () => {
  const { having } = await judge(await startBanningCredentials(2, isPrivateToken), [
    '--only',
    'private-token.accepted',
    'signature.accepted',
  ])
  expect([having('fail'), having('pass')]).toEqual([[], ['signature.accepted']])
})

test('it says so where the ban leaves no more than steps that failed, too', async () => {
  const { having, report } = await judge(await startBanning(2), ['--only', 'login.wrong-password'])
  expect([having('fail'), having('inconclusive')]).toEqual([[], ['login.wrong-password']])
  expect(JSON.stringify(report)).toContain(why)
})

const hint =
  'the server rejected everything from the first request on (403), even unknown paths: if this is a ban'

test('a ban in force from the first request is told in one line', async () => {
  const { url, control } = await startReference()
  const front = await startFront(url, { intercept: () => banned })
  const { stdout } = await judge(declared({ url: front.url, control }), ['--only', 'users'])
  expect(stdout).toContain(hint)
})

test('a server that answers 403 to requests without credentials is not said to ban', async () => {
  const { url, control } = await startReference()
  const front = await startFront(url, {
    alter: (answer, { method }) =>
      method === 'GET' && (answer.status === 401 || answer.status === 404) ? banned : answer,
  })
  const { stdout } = await judge(declared({ url: front.url, control }), ['--only', 'users'])
  expect(stdout).not.toContain(hint)
})
