import { expect, test } from 'vitest'
import { createTestClient } from '../client/testing/test-client.ts'
import { route } from '../client/testing/paths.ts'
import type { ObservationBody } from './observation.ts'
import { runObservations } from './run-observations.ts'
import type { Need } from './tools.ts'

/** What comes of one measurement of a subject that takes five seconds for each answer. */
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

test('what only signs is measured side by side where a signature is good twice, and answers keep their order', async () => {
  const client = createTestClient({})
  const timeline = { join: async () => ({ until: client.until, leave: () => {} }) }
  const run = { ...client.run, timeline } as unknown as typeof client.run
  let underWay = 0
  let most = 0
  const body = async () => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay--
    return 'seen'
  }
  const measure = (needs: readonly Need[]) =>
    ['observe.a', 'observe.b', 'observe.c'].map((id) => ({ id, locksOut: false, needs, body }))
  const mostOf = async (needs: readonly Need[]) => {
    most = 0
    const observed = await runObservations(run, measure(needs), 2)
    expect(observed.map(({ id }) => id)).toEqual(['observe.a', 'observe.b', 'observe.c'])
    return most
  }
  expect(await mostOf(['accessKey'])).toBe(1)
  run.signatureDates.acceptRepeats()
  expect(await mostOf(['accessKey'])).toBe(2)
  expect(await mostOf(['accessKey', 'clock'])).toBe(1)
  expect(await mostOf([])).toBe(1)
})
