import { expect, test } from 'vitest'
import { createFailedLogins } from '../ledgers/failed-logins.ts'
import { createTestClient } from '../client/testing/test-client.ts'
import { route } from '../client/testing/paths.ts'
import type { ObservationBody } from './case/observation.ts'
import { runObservations } from './run-observations.ts'
import type { Run } from '../run/run.ts'
import type { Need } from './case/tools.ts'

/** Returns the result of one measurement of a subject that takes five seconds for each answer. */
async function measured(body: ObservationBody) {
  const client = createTestClient({
    [route.list]() {
      client.pass(5)
      return { status: 401 }
    },
  })
  const timeline = { join: async () => ({ until: client.until, leave: () => {} }) }
  const run = { ...client.run, monotonic: () => client.now(), timeline } as unknown as typeof client.run
  const [observed] = await runObservations(run, [{ id: 'observe.some', locksOut: false, body }])
  return { observed, requests: client.sent.length }
}

test('a slow server is measured to the end', async () => {
  const { observed } = await measured(async ({ api }) => {
    for (let read = 0; read < 20; read++) await api.list('users-v1')
    return 'twenty reads'
  })
  expect(observed).toEqual({ id: 'observe.some', answer: 'twenty reads' })
})

test('a measurement that does not end is stopped after 200 requests', async () => {
  const { observed, requests } = await measured(async ({ api }) => {
    for (;;) await api.list('users-v1')
  })
  expect(observed).toEqual({ id: 'observe.some', answer: null, reason: 'stopped after 200 requests' })
  expect(requests).toBe(200)
})

const timeline = { join: async () => ({ until: async () => {}, leave: () => {} }) }

/** Returns how many of three measurements with these needs run at once in two lanes. */
async function mostAtOnce(
  needs: readonly Need[] | 'any' | undefined,
  change: Partial<Run> = {},
): Promise<number> {
  const run = { ...createTestClient({}).run, ...change, timeline } as unknown as Run
  let underWay = 0
  let most = 0
  const body = async () => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay--
    return 'seen'
  }
  const ids = ['observe.a', 'observe.b', 'observe.c']
  const options = needs === 'any' ? { anyCredential: true as const } : needs ? { needs } : {}
  const some = ids.map((id) => ({ id, locksOut: false, body, ...options }))
  const observed = await runObservations(run, some, 2)
  expect(observed.map(({ id }) => id)).toEqual(ids)
  return most
}

test('what logs nobody in is measured side by side, and answers keep their order', async () => {
  expect(await mostAtOnce([])).toBe(2)
})

test('what shares an account or a session is measured one after another, as is what does not say', async () => {
  for (const need of ['account', 'mfaAccount', 'session'] as const) expect(await mostAtOnce([need])).toBe(1)
  expect(await mostAtOnce(undefined)).toBe(1)
})

test('what waits shares the clock', async () => {
  expect(await mostAtOnce(['clock'])).toBe(2)
})

test('what reads the list with any credential is measured side by side unless it has to log in', async () => {
  const { declaration } = createTestClient({}).run
  const holding = (privateTokens: object) => ({
    declaration: { ...declaration, privateTokens } as typeof declaration,
  })
  expect(await mostAtOnce('any', holding({ plain: { username: 'ada', token: 't' } }))).toBe(2)
  expect(await mostAtOnce('any', holding({}))).toBe(1)
})

test('what signs is measured side by side only where a signature is good twice', async () => {
  const { signatureDates } = createTestClient({}).run
  expect(await mostAtOnce(['accessKey'], { signatureDates })).toBe(1)
  signatureDates.acceptRepeats(true)
  expect(await mostAtOnce(['accessKey'], { signatureDates })).toBe(2)
})

test('where failed logins are few, the first ones get them', async () => {
  const failedLogins = createFailedLogins({ failedLoginsPerAccount: 2, failedLogins: 25 })
  const run = { ...createTestClient({}).run, failedLogins, timeline } as unknown as Run
  const begun: string[] = []
  const body = (id: string) => async () => {
    begun.push(id)
    await new Promise((resolve) => setImmediate(resolve))
    begun.push(id)
    return 'seen'
  }
  const some = (['account', 'mfaAccount'] as const).map((need) => ({
    id: need,
    locksOut: false,
    needs: [need],
    body: body(need),
  }))
  await runObservations(run, some, 2)
  expect(begun).toEqual(['account', 'account', 'mfaAccount', 'mfaAccount'])
  begun.length = 0
  const spending = { observations: { left: 0 } } as unknown as NonNullable<Run['spending']>
  await runObservations({ ...run, spending }, some, 2)
  expect(begun.slice(0, 2), 'none are left').toEqual(['account', 'mfaAccount'])
})

test('what waits for the clock comes last, and the answers keep their order', async () => {
  const failedLogins = createFailedLogins({ failedLoginsPerAccount: 0, failedLogins: 0 })
  const run = { ...createTestClient({}).run, failedLogins, timeline } as unknown as Run
  const begun: string[] = []
  const some = ([['clock'], []] as Need[][]).map((needs, index) => ({
    id: `observe.${index}`,
    locksOut: false,
    needs,
    body: async () => {
      begun.push(`observe.${index}`)
      return 'seen'
    },
  }))
  const observed = await runObservations(run, some, 2)
  expect(begun).toEqual(['observe.1', 'observe.0'])
  expect(observed.map(({ id }) => id)).toEqual(['observe.0', 'observe.1'])
})
