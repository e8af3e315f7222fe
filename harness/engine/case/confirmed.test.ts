import { expect, test } from 'vitest'
import { ada } from '../../client/testing/accounts.ts'
import { route } from '../../client/testing/paths.ts'
import { createTestClient, type Reply } from '../../client/testing/test-client.ts'
import { AskedToWait, NeverAccepted, SetupFailed, Violation } from '../../outcomes.ts'
import { createTrace, addExchange } from '../../run/trace.ts'
import type { Run } from '../../run/run.ts'
import type { Exchange } from '../../wire/exchange.ts'
import { banned, confirmed } from './confirmed.ts'
import { expect as judge } from './expect.ts'

const answered = (status: number, body = `status ${status}`): Exchange => ({
  request: { method: 'GET', target: '/', headers: [] },
  response: { status, headers: [], body: Buffer.from(body), truncated: false },
  sentAt: 0,
  answeredAt: 1,
})

/** Confirms a failed step or, by default, a violation by a 403 or `status`, while the list answers requests without credentials with these statuses, in turn. */
async function after(
  statuses: number[],
  {
    status = 403,
    first = 401,
    firstBody = 'who are you?',
    page = (status: number) => `status ${status}`,
    spoilt = 500,
  } = {},
  failed?: Error,
) {
  let asked = 0
  const send = async (_request: unknown, { freshConnection = false } = {}) => {
    const status = freshConnection ? statuses[asked++ % statuses.length]! : spoilt
    return answered(status, page(status))
  }
  const run = {
    firstStatus: first,
    firstBody,
    hints: new Set(),
    support: { list: {} },
    wire: { prefix: '', send },
  } as unknown as Run
  const trace = createTrace()
  const judged = answered(status, page(status))
  for (const exchange of failed ? [judged] : [judged, answered(200)]) addExchange(trace, 'judged', exchange)
  const violation = new Violation('the list of users', '403', undefined, judged)
  const result = await confirmed(failed ?? violation, { run, trace, id: 'users.json/a' })
  // A later case, for which nothing is sent any more.
  const later = new NeverAccepted('rejected twice. Run conformance doctor')
  return failed ? [result, await confirmed(later, { run, trace: createTrace() })] : result
}

test('a 403 that everybody gets now and then is no violation, whatever was answered after it', async () => {
  expect(await after([403])).toEqual(new SetupFailed(banned))
  expect(await after([401, 401, 403])).toEqual(new SetupFailed(banned))
  expect(await after([403], { page: () => 'blocked '.repeat(50_000) })).toEqual(new SetupFailed(banned))
})

test('it is one if nobody else gets it, or everybody did from the beginning', async () => {
  expect(await after([401])).toBeInstanceOf(Violation)
  expect(await after([403], { first: 403, firstBody: 'status 403' })).toBeInstanceOf(Violation)
})

test('it is one if a server answers so only on connections that were used', async () => {
  expect(await after([401], { spoilt: 403 })).toBeInstanceOf(Violation)
})

test('nor is another 401 or 403 than at first, if everybody gets it now', async () => {
  for (const status of [401, 403])
    expect(await after([status], { status, first: status })).toEqual(new SetupFailed(banned))
  expect(await after([401], { status: 401, firstBody: 'status 401' })).toBeInstanceOf(Violation)
  expect(await after([403], { status: 401 })).toBeInstanceOf(Violation)
  expect(await after([401], { status: 401, first: 503 })).toBeInstanceOf(Violation)
  let others = 0
  const page = () => `for the request number ${'abcdefghijk'[others++]}`
  expect(await after([401], { status: 401, page })).toBeInstanceOf(Violation)
})

test('a firewall may put an ID of the request on its page, but not another page', async () => {
  let count = 0
  expect(await after([403], { page: () => `blocked, ray 7f${count++}ad` })).toEqual(new SetupFailed(banned))
  const letters = 'abcdefghijklmnopq'
  expect(await after([403], { page: () => `reason ${letters[count++]}` })).toBeInstanceOf(Violation)
})

test('once a ban was seen, steps that fail name it besides doctor', async () => {
  const advice = '; the server may have banned this client: wait until the ban is over or lift it'
  const step = new SetupFailed('a valid login was rejected')
  for (const error of (await after([403], {}, step)) as Error[]) {
    expect(error).toBeInstanceOf(SetupFailed)
    expect(error.message).toContain(advice)
  }
  for (const error of (await after([401], {}, step)) as Error[]) expect(error.message).not.toContain(advice)
  const wait = new AskedToWait('come back later')
  expect(await after([403], {}, wait)).toContain(wait)
})

test('a last look that is asked to come back later looks again then', async () => {
  const passed: unknown[] = []
  const run = { rateLimit: { pass: async (until: unknown) => void passed.push(until) } } as unknown as Run
  const until = async () => {}
  const violation = new Violation('a token', 'none')
  const look = (...errors: Error[]) => {
    violation.confirm = async () => {
      const [error] = errors.splice(0, 1)
      if (error) throw error
    }
    return confirmed(violation, { run, trace: createTrace(), until })
  }
  expect(await look(new AskedToWait('answered 429'))).toBe(violation)
  expect(passed).toEqual([until])
  const explanation = new SetupFailed('locked out')
  expect(await look(new AskedToWait('answered 429'), explanation)).toBe(explanation)
})

test.for([
  ['explains a rejection', 30, 1, SetupFailed],
  ['does not, if there was no wait', 0, 0, Violation],
] as const)(
  'a lockout that may have ended while the last look had to wait %s',
  async ([, lockoutSeconds, limitedLogins, kind]) => {
    let lockedUntil = -Infinity
    let later = 0
    const limited: Reply = { status: 429, headers: [['Retry-After', '60']] }
    const { run, trace, api, now, until, inCase } = createTestClient(
      {
        [route.login]: ({ headers, body }) => {
          if (String(body).includes('wrong')) return { status: 401 }
          if (headers.some(([, value]) => value.includes('form'))) {
            lockedUntil = now() + lockoutSeconds * 1000
            later = limitedLogins
            return { status: 401 }
          }
          if (later-- > 0) return limited
          return now() < lockedUntil ? { status: 401 } : { json: { token: 'token of ada' } }
        },
      },
      { declared: { accounts: { plain: ada }, limits: { failedLogins: 0, failedLoginsPerAccount: 0 } } },
    )
    const found = await inCase(async () => {
      await api.login(ada)
      await api.login({ ...ada, password: 'wrong' })
      return judge(await api.login(ada, { encoding: 'form' })).toGrantToken()
    }).catch((error: unknown) => error)
    expect(found).toBeInstanceOf(Violation)
    expect(await confirmed(found, { run, trace, until })).toBeInstanceOf(kind)
  },
)
